import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = textOf("docs/words.md");

/** The words between two places of a source. */
function wordsIn(path: string, from: string, to: string): string[] {
  const text = textOf(path);
  const start = text.indexOf(from);
  return [...text.slice(start, text.indexOf(to, start)).matchAll(/"([\w-]+)"/g)].map(([, word]) => word as string);
}

test.each([
  ["source", "src/queries/provenance.ts", "export type Source"],
  ["relation", "src/timeline/copies.ts", "  relation: "],
  ["reason", "src/queries/verdict.ts", "export type MissingReason"],
  ["fate", "src/queries/skills.ts", "  fate: "],
  ["grade", "src/queries/row.ts", "export type Grade"],
])("the page of words has every %s, in order", (name, path, from) => {
  const words = wordsIn(path, from, ";");
  expect(words.length).toBeGreaterThan(3);
  const table = page.split(`\`${name}\`\n`)[1]?.split("\n## ")[0] ?? "";
  expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, word]) => word)).toEqual(words);
});

test("it has the reasons of forecasts", () => {
  for (const word of wordsIn("src/queries/forecast.ts", "reason:", ";")) expect(page).toContain(`\`${word}\``);
});
