import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { found, linted, only, skillText } from "./project.js";

const settings = (command: string, event = "SessionStart"): string =>
  JSON.stringify({ hooks: { [event]: [{ matcher: "compact", hooks: [{ type: "command", command }] }] } }, null, 2);

const rules = ["hook-output-over", "hook-prints-skill", "hook-output-unknown"];

const files = { "docs/long.md": "x".repeat(10_001), "docs/fits.md": "x".repeat(10_000), "docs/other.md": "y" };

const of = (command: string, event?: string, more: Record<string, string> = {}) =>
  linted({ ".claude/settings.json": settings(command, event), ...files, ...more });

describe("hooks that print files", () => {
  test.each([
    "cat docs/long.md",
    'cat "$CLAUDE_PROJECT_DIR/docs/long.md"',
    `cat \${CLAUDE_PROJECT_DIR}/docs/long.md`,
    "echo hello && cat -n 'docs/long.md' 2>/dev/null",
    "cat docs/fits.md docs/other.md",
    "cat docs/fits.md; cat docs/other.md",
    "cat docs/*.md",
    "X=1 /bin/cat docs/l?ng.md || true",
  ])("%s is above 10,000 characters", async (command) => {
    const report = await of(command);
    expect(found(report, ...rules)).toEqual([["hook-output-over", "error", 9]]);
    expect(only(report, "hook-output-over")).toMatchObject({ file: ".claude/settings.json", grade: "inferred" });
    expect(only(report, "hook-output-over").message).toContain("a preview of up to 2,000");
  });

  test.each([
    "cat docs/fits.md",
    "cat docs/long.md | head -c 500",
    "cat docs/long.md > /tmp/copy",
    "cat docs/long.md >> /tmp/copy",
    "echo cat docs/long.md",
    "echo 'cat docs/long.md'",
    "./scripts/notes.sh docs/long.md",
    "cat < docs/long.md",
    "cat",
  ])("%s is none that is known to be", async (command) => {
    expect(found(await of(command), ...rules)).toEqual([]);
  });

  test("the plain output of other events is no context", async () => {
    expect(found(await of("cat docs/long.md", "PostToolUse"), ...rules)).toEqual([]);
    expect(found(await of("cat docs/long.md", "UserPromptSubmit"), ...rules)).toHaveLength(1);
  });

  test("a file that is not there, or that a session names, is unknown", async () => {
    for (const command of ["cat docs/gone.md", "cat $HOME/notes.md", "cat ~/notes.md", 'cat "$(ls | head -1)"'])
      expect(found(await of(command), ...rules)[0]).toEqual(["hook-output-unknown", "note", 9]);
    expect(found(await of("cat '$HOME/x'"), ...rules)).toEqual([["hook-output-unknown", "note", 9]]);
  });

  test("printing a SKILL.md is no reload of it", async () => {
    const report = await of("cat .claude/skills/a/SKILL.md", "SessionStart", {
      ".claude/skills/a/SKILL.md": skillText("x"),
    });
    expect(found(report, ...rules)).toEqual([["hook-prints-skill", "warning", 9]]);
  });

  test("of JSON the fields that become context are measured", async () => {
    const json = (chars: number) =>
      JSON.stringify({
        hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "x".repeat(chars) },
        note: "y".repeat(9_000),
      });
    const found10k = async (chars: number) =>
      found(await of("cat docs/json.txt", "SessionStart", { "docs/json.txt": json(chars) }), ...rules);
    expect(await found10k(10_000)).toEqual([]);
    expect(await found10k(10_001)).toEqual([["hook-output-over", "error", 9]]);
  });

  test("hooks of plugins and of skills are checked too", async () => {
    const report = await linted({
      "team/.claude-plugin/plugin.json": "{}",
      "team/hooks/hooks.json": settings(`cat \${CLAUDE_PLUGIN_ROOT}/rules.md`),
      "team/rules.md": "x".repeat(20_000),
      "team/skills/a/SKILL.md": skillText(
        "x",
        'description: x\nhooks:\n  SessionStart:\n    - hooks:\n        - type: command\n          command: cat "$CLAUDE_SKILL_DIR/long.md"',
      ),
      "team/skills/a/long.md": "x".repeat(20_000),
    });
    expect(
      report.findings.filter(({ rule }) => rule === "hook-output-over").map(({ file, line }) => [file, line]),
    ).toEqual([
      ["team/hooks/hooks.json", 9],
      ["team/skills/a/SKILL.md", 3],
    ]);
  });

  test("each of two equal commands stands on its own line", async () => {
    const hook = { type: "command", command: "cat docs/long.md" };
    const text = JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook, hook] }] } }, null, 2);
    const report = await linted({ ".claude/settings.json": text, ...files });
    const lines = text.split("\n").flatMap((line, index) => (line.includes("cat docs") ? [index + 1] : []));
    expect(found(report, "hook-output-over").map(([, , line]) => line)).toEqual(lines);
  });

  test("whatever a command is, it is read in one go", async () => {
    const part = fc.constantFrom(
      "cat ",
      "docs/fits.md",
      '"',
      "'",
      "\\",
      "$",
      "{",
      "}",
      "(",
      "|",
      ">",
      "<",
      "&",
      ";",
      "*",
      "\n",
      "~",
      "`",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
        const report = await of(parts.join(""));
        expect(report.findings.filter(({ rule }) => rule === "settings-invalid")).toEqual([]);
      }),
      { numRuns: 100 },
    );
    for (const one of ['"', "'", "\\", "$(", "a", "cat 'x' "])
      expect((await of(one.repeat(100_000))).skills).toEqual([]);
  });

  test("a secret in a command is not copied", async () => {
    const secret = `ghp_${"Ab1Cd2Ef3".repeat(4)}`;
    const report = await of(`TOKEN=${secret} cat docs/long.md`);
    expect(found(report, "hook-output-over")).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain(secret);
  });
});

test("settings that are no JSON object are an error, with the line and nothing of the text", async () => {
  const broken = '{\n  "env": { "API_KEY": "abc-secret-value-123" }\n  "hooks": {}\n}';
  const report = await linted({ ".claude/settings.json": broken, "b/.claude/settings.json": "[]" });
  expect(found(report, "settings-invalid")).toEqual([
    ["settings-invalid", "error", 3],
    ["settings-invalid", "error", 1],
  ]);
  expect(JSON.stringify(report)).not.toContain("abc-secret");
});
