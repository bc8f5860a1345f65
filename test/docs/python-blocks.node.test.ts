import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { markdownPage } from "../../docs/markdown-page.js";
import { systemProgram } from "../system-program.js";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const programs = readdirSync(docs)
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) => markdownPage(join(docs, file)).blocks.map((block) => ({ file, ...block })))
  .filter(({ language }) => language === "python");

const python = systemProgram("python3");

test.skipIf(python === null)("what the pages say in Python is Python", () => {
  expect(programs.length).toBeGreaterThan(0);
  for (const { file, line, text } of programs)
    expect(
      () => execFileSync(python ?? "", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], { input: text }),
      `${file}:${line}`,
    ).not.toThrow();
});
