import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Block, markdownPage, shows } from "../../docs/markdown-page.js";
import { pagesBelow } from "../../docs/pages-below.js";
import { newReader } from "../../docs/reader.js";
import { allVerbs } from "../../src/cli/verbs.js";
import { sql, sqlQueries } from "../../src/node.js";
import { systemProgram } from "../system-program.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = existsSync(join(root, "dist", "cli", "main.js"));

const pages = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...pagesBelow(join(root, "docs")).map((file) => join("docs", file)),
].map((file) => join(root, file));
const page = new Map(pages.map((path) => [path, markdownPage(path)]));

const reader = newReader();
afterAll(() => reader.close());

/** Why a block may not run in a test; everything else that can run does. */
const reasons = ["no-run:checkout", "no-run:network", "no-run:model", "no-run:browser", "no-run:elsewhere"];
const runnable = ["sh", "ts", "js", "sql", "json", "yaml"];

/** Programs of the system that commands of pages use: a block is not run where one is absent. */
const absent = ["jq", "less", "man"].filter((name) => systemProgram(name) === null);

const knownSql = new Set(sqlQueries.map((query) => query.sql.trim().replace(/;$/, "")));

/** Runs a block, or reads it where there is nothing to run; gives what is wrong. */
async function problemOf({ language, text, output, ...block }: Block): Promise<string | null> {
  if (language === "json") return problemIn(() => JSON.parse(text));
  if (language === "yaml") return problemIn(() => parse(text));
  if (language === "sql") {
    // Those that the library knows by name have a test of their own, which runs them on two databases.
    if (!knownSql.has(text.trim().replace(/;$/, ""))) await sql(text, { over: reader.folder() });
    return null;
  }
  if (language === "sh" && absent.some((name) => new RegExp(`\\b${name} `).test(text))) return null;
  const { printed, problem } = await reader.run({ language, text, output, ...block });
  if (problem !== null || output === null) return problem;
  return shows(output.text, printed)
    ? null
    : `The page shows other output than this; npm run docs repairs it:\n${printed}`;
}

function problemIn(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return String(error);
  }
}

describe("documents", () => {
  for (const [path, { blocks, links }] of page) {
    const name = relative(root, path);

    test(`the links of ${name} lead somewhere`, () => {
      const lost = links.filter((link) => {
        if (/^[a-z]+:/.test(link)) return false;
        const [file = "", anchor] = decodeURI(link).split("#");
        const target = file === "" ? path : join(dirname(path), file);
        if (!existsSync(target)) return true;
        if (anchor === undefined || !target.endsWith(".md")) return false;
        return !(page.get(target) ?? markdownPage(target)).anchors.has(anchor);
      });
      expect(lost).toEqual([]);
    });

    const chosen = blocks.filter(({ language }) => runnable.includes(language));
    if (chosen.length > 0)
      test.skipIf(!built)(`what ${name} says runs, and prints what it shows`, async () => {
        reader.open(name);
        for (const block of chosen) {
          if (block.marks.some((mark) => mark.startsWith("no-run"))) continue;
          expect(await problemOf(block), `${name}:${block.line}`).toBeNull();
        }
      });
  }

  test("a block has a language, and one that is not run says why", () => {
    const wrong = [...page].flatMap(([path, { blocks }]) =>
      blocks
        .filter(({ language, marks }) => language === "" || marks.some((mark) => !reasons.includes(mark)))
        .map(({ line }) => `${relative(root, path)}:${line}`),
    );
    expect(wrong).toEqual([]);
  });

  test("nearly all blocks that can be run are run", () => {
    const all = [...page.values()].flatMap(({ blocks }) =>
      blocks.filter(({ language }) => runnable.includes(language)),
    );
    const left = all.filter(({ marks }) => marks.length > 0);
    expect(left.length).toBeLessThan(all.length / 5);
  });

  test("the report in the README is what the demo prints", () => {
    const shown =
      markdownPage(join(root, "README.md")).blocks.find(({ text }) => text.startsWith("Boundary 1"))?.text ?? "";
    const printed = execFileSync(
      process.execPath,
      ["--import", "tsx", "src/cli/main.ts", "report", "fixtures/demo/session.jsonl"],
      { cwd: root, encoding: "utf8" },
    );
    const lines = shown.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "…");
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) expect(printed).toContain(line);
  });

  test("the README says how to install and run the package, and what a fixture can't be built without", () => {
    const { text, blocks } = markdownPage(join(root, "README.md"));
    const textOf = (language: string): string =>
      blocks.flatMap((block) => (block.language === language ? block.text : [])).join("");
    expect(textOf("sh")).toContain("npm install tidemark\n");
    expect(textOf("sh")).toMatch(/^npm ci .*\nnpm run demo .*\nnpm run -s tidemark /m);
    expect(textOf("sh")).toMatch(/^npm ci && npm test$/m);
    expect(textOf("sh")).toMatch(/^npx tidemark report /m);
    expect(text).toContain("`cliVersion`");
    expect(textOf("ts")).toContain("transcript({ cliVersion:");
  });

  test("the README names every verb of the command line", async () => {
    const table = /^\| verb [\s\S]*?\n\n/m.exec(readFileSync(join(root, "README.md"), "utf8"))?.[0] ?? "";
    expect([...table.matchAll(/^\| `(\w+)`\s*\|/gm)].map((match) => match[1])).toEqual(
      (await allVerbs()).map((verb) => verb.name),
    );
  });
});
