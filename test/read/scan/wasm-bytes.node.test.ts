import { expect, it } from "vitest";
import { membersBytesModule, wasmBytesModule } from "../../../tsup.config.js";

it("holds what the source of the scanner compiles to", async () => {
  await expect(await wasmBytesModule()).toMatchFileSnapshot("../../../src/read/scan/wasm-bytes.ts");
  await expect(await membersBytesModule()).toMatchFileSnapshot("../../../src/read/scan/members-bytes.ts");
});
