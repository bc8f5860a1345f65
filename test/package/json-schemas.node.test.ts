import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { root } from "./doors.js";

test("each JSON Schema is asked of the package by its name", () => {
  const require = createRequire(import.meta.url);
  const names = readdirSync(`${root}schemas/json`).filter((name) => name.endsWith(".json"));
  expect(names).toContain("system.json");
  for (const name of names)
    expect(require(`tidemark/schemas/json/${name}`).$schema, name).toMatch(/^https:\/\/json-schema[.]org\//);
});
