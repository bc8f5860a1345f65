import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allVerbs } from "../../src/cli/verbs.js";

const verbs = await allVerbs();

const root = fileURLToPath(new URL("../..", import.meta.url));
const demo = join(root, "fixtures", "demo", "session.jsonl");
const documents = [
  ...readdirSync(root)
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(root, file)),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
    .map((file) => join(root, "docs", file)),
];
const read = (file: string): string => readFileSync(file, "utf8");
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map((match) => match[1] as string);

/** A folder in which the package is installed and a transcript lies, as a reader of the documents would have it. */
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "tidemark"));
  copyFileSync(demo, join(folder, "session.jsonl"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program of a document; `file` stands for a transcript that a page was given. */
function run(program: string): string {
  const given =
    /\bfile\b/.test(program) && !/\bfile\s*=/.test(program)
      ? 'import { readFileSync } from "node:fs";\nconst file = new Blob([readFileSync("session.jsonl")]);\n'
      : "";
  writeFileSync(join(folder, "program.mts"), given + program);
  return execFileSync(
    process.execPath,
    ["--import", join(root, "node_modules", "tsx", "dist", "esm", "index.mjs"), "program.mts"],
    { cwd: folder, encoding: "utf8" },
  );
}

describe("documents", () => {
  for (const file of documents) {
    const text = read(file);
    const name = relative(root, file);

    test(`the links of ${name} lead somewhere`, () => {
      const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
        (match) => match[1] as string,
      );
      expect(links.filter((link) => !existsSync(join(dirname(file), link)))).toEqual([]);
    });

    for (const [index, program] of blocks(text, "ts").entries())
      test.skipIf(!existsSync(join(root, "dist", "index.js")))(`program ${index + 1} of ${name} runs`, () => {
        expect(() => run(program)).not.toThrow();
      });
  }

  test("the report in the README is what the demo prints", () => {
    const shown = blocks(read(join(root, "README.md")), "text").find((block) => block.startsWith("Boundary 1")) ?? "";
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
    const readme = read(join(root, "README.md"));
    const shell = blocks(readme, "sh").join("");
    expect(shell).toContain("npm install tidemark\n");
    expect(shell).toMatch(/^npx tidemark report /m);
    expect(readme).toContain("`cliVersion`");
    expect(blocks(readme, "ts").join("")).toContain("transcript({ cliVersion:");
  });

  test("the README names every verb of the command line", () => {
    const table = /^\| verb [\s\S]*?\n\n/m.exec(read(join(root, "README.md")))?.[0] ?? "";
    expect([...table.matchAll(/^\| `(\w+)`\s*\|/gm)].map((match) => match[1])).toEqual(verbs.map((verb) => verb.name));
  });
});
