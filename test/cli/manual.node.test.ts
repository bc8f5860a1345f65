import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allVerbs } from "../../src/cli/verbs.js";
import { systemProgram } from "../system-program.js";
import { runCaptured } from "./run-captured.js";

const man = systemProgram("man");
const { out: page } = await runCaptured(["manual"]);
const built = fileURLToPath(new URL("../../dist/man/tidemark.1", import.meta.url));

/** The page as a terminal of 80 columns shows it, and what the formatter warns of. */
function shown(): { text: string; warnings: string } {
  const { stdout, stderr } = spawnSync(man as string, ["--warnings", "-l", "-"], {
    input: page,
    encoding: "utf8",
    env: { ...process.env, MANWIDTH: "80", LC_ALL: "C.UTF-8", MANPAGER: "cat", MAN_KEEP_FORMATTING: "" },
  });
  return { text: stdout, warnings: stderr };
}

test.skipIf(man === null)("man shows the page without a warning, and no line is wider than the terminal", () => {
  const { text, warnings } = shown();
  expect(warnings).toBe("");
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  for (const section of ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES"])
    expect(text).toMatch(new RegExp(`^${section}$`, "m"));
});

test.skipIf(man === null)(
  "what stands in examples can be copied: quotes, dashes, tildes and carets are themselves",
  () => {
    const { text } = shown();
    expect(text).toContain('tidemark trace session.jsonl "the passphrase" --only-in-summary');
    expect(text).toContain("tidemark boundaries ~/.claude/projects --json");
    expect(text).toContain("the !`command` blocks of skills");
  },
);

test("it has every verb with its question, its options and its columns, and every command beside sessions", async () => {
  const plain = page.replaceAll("\\-", "-").replaceAll("\\(aq", "'");
  for (const { name, question, options = {} } of await allVerbs()) {
    expect(plain).toContain(`\n.SS "tidemark ${name} `);
    expect(plain.replace(/\s+/g, " ")).toContain(question);
    for (const option of Object.keys(options))
      expect(plain).toContain(`\n.B --${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  }
  for (const command of ["export", "sql", "setup", "handover pre", "lint", "lab run", "completion"])
    expect(plain).toContain(`\n.SS "tidemark ${command} `);
  expect(plain.match(/^\.B --json$/gm)?.length).toBeGreaterThan(0);
});

test("its lines are ASCII, and none but those of the page itself are requests", () => {
  expect(page).toMatch(/^[\n -~]*$/);
  const requests = page.split("\n").filter((line) => /^[.']/.test(line));
  for (const line of requests) expect(line).toMatch(/^\.(\\"|TH|SH|SS|TP|PP|B|I|nf|fi|in)( |$)/);
});

test.skipIf(!existsSync(built))("the build has written it to where the package says", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  expect(manifest.man).toBe("dist/man/tidemark.1");
  expect(readFileSync(built, "utf8")).toBe(
    execFileSync(process.execPath, [`${root}${manifest.bin.tidemark}`, "manual"], { encoding: "utf8" }),
  );
});
