import { describe, expect, test } from "vitest";
import { newestRules } from "../../src/index.js";
import { lintRules } from "../../src/systems.js";
import { inFolder, runCaptured } from "./run-captured.js";

const cut = `---\ndescription: x\n---\n## Rules\n${"word ".repeat(6_000)}`;
const near = `---\ndescription: x\n---\n## Rules\n${"word ".repeat(3_300)}`;
const good = "---\ndescription: x\n---\n## Rules\n";

/** Runs lint over a folder of skills. */
const lintOf = (skills: Record<string, string>, ...options: string[]) =>
  inFolder(
    Object.fromEntries(Object.entries(skills).map(([name, text]) => [`skills/${name}/SKILL.md`, text])),
    (folder) => runCaptured(["lint", folder, "--root", folder, ...options]),
  );

describe("the exit code", () => {
  test.each([
    ["nothing wrong", { a: good }, [], 0],
    ["an error", { a: cut }, [], 1],
    ["a warning", { a: near }, [], 0],
    ["a warning too many", { a: near, b: good }, ["--max-warnings", "0"], 1],
    ["warnings as allowed", { a: near }, ["--max-warnings", "1"], 0],
    ["a warning that fails", { a: near }, ["--fail-on", "warning"], 1],
    ["a note that fails", { a: "---\ndescription: x\n---\nx" }, ["--fail-on", "note"], 1],
    ["an error that is off", { a: cut }, ["--level", "tokens-over=off"], 0],
    ["an error that is a note", { a: cut }, ["--level", "tokens-over=note", "--level", "rules-cut=off"], 0],
    ["a warning that is an error", { a: near }, ["--level", "tokens-near=error"], 1],
  ])("%s", async (_, skills, options, code) => {
    for (const format of ["text", "json", "sarif", "github"])
      expect(await lintOf(skills, ...options, "--format", format)).toMatchObject({ code, err: "" });
  });

  test.each([
    [["lint"], /missing required argument 'path'/],
    [["lint", "nowhere"], /nowhere: no such file; check the path/],
    [["lint", "package.json", "--format", "xml"], /Allowed choices are text, json, sarif, github/],
    [["lint", "fixtures/skills", "--json", "--format", "sarif"], /'--json' cannot be used with option '--format/],
    [["lint", "fixtures/skills", "--level", "typo=off"], /`levels` is "typo"; pass "tokens-over"/],
    [["lint", "fixtures/skills", "--level", "tokens-over"], /such as no-rules=warning/],
    [["lint", "fixtures/skills", "--max-warnings", "-1"], /Give a whole number from 0 on/],
    [["lint", "fixtures/skills", "--invoked", "deploy"], /the names are: migration-review\./],
    [["lint", "fixtures/skills", "--rules", "2020-01-01"], /Give one of 2026-08-22, 2026-10-08/],
    [["lint", "fixtures/demo"], /no SKILL\.md, command or settings file below it; name a folder such as \.claude/],
  ])("wrong use of %j is one line, with code 2", async (args, line) => {
    const { code, out, err } = await runCaptured(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(line);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});

test("the text names file, line, level and rule, and says what to do and what was counted", async () => {
  const { out } = await runCaptured(["lint", "fixtures/skills"]);
  expect(out).toMatch(/^fixtures\/skills\/migration-review\/SKILL\.md\n {2}line 208 {2}error {2}tokens-over\n/);
  expect(out).toContain("Move reference material into files beside SKILL.md");
  expect(out).toMatch(
    /\n2 errors, 1 warning, 0 notes in 1 skill; listing 105 of 8,000 characters; limits\nof 2026-10-08\n$/,
  );
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("notes and sizes are shown with --all, and counted without", async () => {
  const skills = { a: "---\ndescription: x\n---\nx", b: good };
  const few = await lintOf(skills);
  expect(few.out).toBe(
    "0 errors, 0 warnings, 1 note in 2 skills; listing 14 of 8,000 characters; limits\nof 2026-10-08; --all shows the notes\n",
  );
  const all = await lintOf(skills, "--all");
  expect(all.out).toContain("line 4  note  no-rules");
  expect(all.out).toMatch(/\nskill +tokens +low +high +unknown +listing\n/);
});

test("the order of dropping is a table", async () => {
  const filler = (tokens: number) => `---\ndescription: x\n---\nNever. ${"word ".repeat(tokens)}`;
  const names = ["a", "b", "c", "d", "e", "f"];
  const { out } = await lintOf(
    Object.fromEntries(names.map((name) => [name, filler(4_500)])),
    "--invoked",
    "/a, b,c,d,e,f",
    "--level",
    "tokens-over=off",
  );
  expect(out).toMatch(/\ninvoked +skill +tokens +kept +fate\n +1 +f +\S+ +5,000 +cut\n/);
  expect(out).toMatch(/\n +6 +a +\S+ +0 +drop\n/);
  expect(out).toContain("warning  retention-dropped");
});

test("--json is one object with findings, sizes and limits", async () => {
  const { out } = await runCaptured(["lint", "fixtures/skills", "--json"]);
  const report = JSON.parse(out);
  expect(Object.keys(report)).toEqual(["findings", "skills", "listing", "retention", "rules"]);
  expect(report.rules.name).toBe(newestRules.value.name);
  expect(report.findings[0]).toMatchObject({ rule: "tokens-over", level: "error", line: 208, grade: "inferred" });
});

test("--format sarif names the tool's version, and --format github begins each line with a command", async () => {
  const { out: version } = await runCaptured(["--version"]);
  const { out } = await runCaptured(["lint", "fixtures/skills", "--format", "sarif"]);
  expect(JSON.parse(out).runs[0].tool.driver).toMatchObject({ name: "tidemark", version: version.trim() });
  const { out: lines } = await runCaptured(["lint", "fixtures/skills", "--format", "github"]);
  expect(lines.trimEnd().split("\n")).toEqual(
    ["error", "error", "warning"].map((level) =>
      expect.stringMatching(`^::${level} file=fixtures/skills/migration-review/SKILL.md,line=\\d+,title=`),
    ),
  );
});

test("names of files can't steer a terminal or a runner", async () => {
  const skills = { "\u001b[31mred": cut, "::error::x": cut, "##[add-mask]y": cut };
  for (const format of ["text", "github"]) {
    const { out } = await inFolder(
      Object.fromEntries(Object.entries(skills).map(([name, text]) => [`${name}/SKILL.md`, text])),
      (folder) => runCaptured(["lint", folder, "--root", folder, "--format", format]),
    );
    expect(out).not.toContain("##[");
    expect(out).not.toMatch(/^\s*::error::/m);
    if (format === "text") expect(out).not.toContain("\u001b");
  }
});

test("Ctrl-C ends a command that runs", async () => {
  const ended = new AbortController();
  setTimeout(() => ended.abort(), 300);
  const { code } = await inFolder({ "a/SKILL.md": "!`sleep 60`" }, (folder) =>
    runCaptured(["lint", folder, "--run-commands"], { interrupted: ended.signal }),
  );
  expect(code).toBe(130);
});

test("the help has an example and says that nothing is run", async () => {
  const { out } = await runCaptured(["lint", "--help"], { columns: 80 });
  expect(out).toContain("tidemark lint .claude --max-warnings 0".replace(".claude ", ".claude plugins "));
  expect(out.replace(/\s+/g, " ")).toContain("Nothing is run without --run-commands");
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("every rule says what it means and what to do, in whole sentences", () => {
  for (const { id, summary, fix } of lintRules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const text of [summary, fix]) expect(text).toMatch(/^[A-Z].*\.$|^description .*\.$/);
  }
  expect(new Set(lintRules.map(({ id }) => id)).size).toBe(lintRules.length);
});

test("a control in a file's name does not reach the log of a runner", async () => {
  const { out } = await lintOf({ "\u001b[31mred": cut }, "--format", "github");
  expect(out).toContain("::error file=skills/red/SKILL.md,");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the test.
  expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
});
