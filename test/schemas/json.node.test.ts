import { expect, test } from "vitest";
import { jsonSchemas } from "../../schemas/json/generate.js";
import { schemas } from "../../schemas/kinds.js";

const files = jsonSchemas();

test.each([...files.keys()])("the committed %s is what the zod schemas say", async (file) => {
  await expect(files.get(file)).toMatchFileSnapshot(`../../schemas/json/${file}`);
});

test("every kind with a schema has one JSON Schema definition, and every reference resolves", () => {
  const definitions = [...files.values()].map((text) => JSON.parse(text).$defs as Record<string, unknown>);
  const kinds = definitions.flatMap((defs) => Object.keys(defs));
  expect(kinds.sort()).toEqual([...schemas.keys()].sort());
  for (const defs of definitions) {
    for (const [, kind] of JSON.stringify(defs).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      expect(Object.keys(defs)).toContain(kind?.replaceAll("~1", "/"));
    }
  }
});
