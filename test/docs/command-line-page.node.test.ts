import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { environment } from "../../src/cli/environment.js";
import { exitCodes } from "../../src/cli/exit-codes.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs", "command-line.md"), "utf8");
const firstCells = (heading: string): string[] =>
  [...(page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| `?(\w+)`? +\| (?!-)/gm)]
    .map(([, cell]) => cell as string)
    .slice(1);

test("the page has every exit code, and every environment variable, in the order of the manual page", () => {
  expect(firstCells("Exit codes")).toEqual(exitCodes.map(([code]) => String(code)));
  expect(firstCells("Environment variables")).toEqual(environment.map(([name]) => name));
});

test("every variable that the program reads is told", () => {
  const sources = ["cli", "node", "systems"].flatMap((folder) =>
    readdirSync(join(root, "src", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(root, "src", folder, file), "utf8")),
  );
  const read = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\benv\.([A-Z_]{3,})|\{ ([A-Z_]{3,}): \w+ \} = process\.env/g)].map(([, a, b]) => a ?? b),
    ),
  );
  // One finds programs, the other is set for a program that is started.
  const others = ["PATH", "CLAUDE_CODE_SKIP_PROMPT_HISTORY"];
  expect(
    [...read].filter((name) => !others.includes(name ?? "") && !environment.some(([known]) => known === name)),
  ).toEqual([]);
});
