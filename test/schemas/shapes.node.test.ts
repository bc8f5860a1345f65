import { expect, it } from "vitest";
import { shapesModule } from "../../schemas/shapes/generate.js";

it("holds what the zod schemas say", async () => {
  await expect(shapesModule()).toMatchFileSnapshot("../../schemas/shapes/text.ts");
});
