import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";
import { found, linted, lintedSkill, only, skillText } from "./project.js";

describe("which files are checked", () => {
  test("skills at any depth, commands of a project or plugin, settings and hooks; nothing of node_modules or .git", async () => {
    const skill = skillText("x");
    const report = await linted({
      ".claude/skills/a/SKILL.md": skill,
      ".claude/skills/group/b/SKILL.md": skill,
      ".claude/commands/git/ship.md": "x",
      ".claude/settings.local.json": "[",
      "packages/one/.claude/skills/c/SKILL.md": skill,
      "plugins/team/.claude-plugin/plugin.json": "{}",
      "plugins/team/skills/d/SKILL.md": skill,
      "plugins/team/commands/plan.md": "x",
      "plugins/team/hooks/hooks.json": "[",
      "node_modules/dep/skills/e/SKILL.md": skill,
      ".git/SKILL.md": skill,
      "src/commands/readme.md": "x",
      "config/settings.json": "[",
      ".claude/skills/a/notes.md": "x",
    });
    expect(report.skills.map(({ name }) => name).sort()).toEqual(["a", "b", "c", "d", "plan", "ship"]);
    expect(report.findings.filter(({ rule }) => rule === "settings-invalid").map(({ file }) => file)).toEqual([
      ".claude/settings.local.json",
      "plugins/team/hooks/hooks.json",
    ]);
  });

  test("a file is checked once, however it is named, and links that lead in a circle end", async () => {
    const folder = temporaryFolder([["skills/a/SKILL.md", skillText("x")]]);
    mkdirSync(join(folder, ".claude"));
    symlinkSync(join(folder, "skills"), join(folder, ".claude", "skills"));
    symlinkSync(folder, join(folder, "skills", "loop"));
    const report = await lint([folder, join(folder, "skills"), join(folder, "skills", "a", "SKILL.md")], {
      root: folder,
    });
    expect(report.skills.map(({ file }) => file)).toEqual(["skills/a/SKILL.md"]);
  });

  test("files outside of the root keep their whole path", async () => {
    const folder = temporaryFolder([["a/SKILL.md", "x"]]);
    const report = await lint([folder], { root: join(folder, "other") });
    expect(report.skills[0]?.file).toBe(join(folder, "a", "SKILL.md"));
  });

  test("what holds nothing to check is wrong use that says what to name", async () => {
    const folder = temporaryFolder([["notes.txt", "x"]]);
    await expect(lint([folder])).rejects.toThrow(
      "no SKILL.md, command or settings file below it; name a folder such as",
    );
    await expect(lint([join(folder, "notes.txt")])).rejects.toThrow("is no skill; name a SKILL.md");
    await expect(lint([join(folder, "gone")])).rejects.toThrow("no such file; check the path");
    await expect(lint(".claude" as unknown as string[])).rejects.toThrow('write lint([".claude"])');
    await expect(lint([], { levels: { typo: "off" } as object })).rejects.toThrow("`levels` is");
    await expect(lint([], { window: 0 })).rejects.toThrow("`window` is 0; pass a whole number from 1 on.");
  });

  test("what can't be read is a finding", async () => {
    const folder = temporaryFolder([
      ["latin/SKILL.md", Buffer.from([0x66, 0xfc, 0x72])],
      ["large/SKILL.md", "x".repeat(1_048_577)],
      ["good/SKILL.md", "x"],
    ]);
    mkdirSync(join(folder, "pipe"));
    execFileSync("mkfifo", [join(folder, "pipe", "SKILL.md")]);
    const report = await lint([folder], { root: folder });
    expect(report.skills.map(({ file }) => file)).toEqual(["good/SKILL.md"]);
    expect(found(report, "unreadable")).toHaveLength(3);
    expect(report.findings.filter(({ rule }) => rule === "unreadable").map(({ message }) => message)).toEqual([
      "The file has 1,048,577 bytes, above 1,048,576, and was not read.",
      "The file is not UTF-8.",
      "The file is no regular file.",
    ]);
  });
});

describe("frontmatter", () => {
  const of = async (text: string) => {
    const report = await linted({ ".claude/skills/one/SKILL.md": text });
    return {
      report,
      rules: found(
        report,
        "frontmatter-invalid",
        "frontmatter-unquoted",
        "frontmatter-ignored",
        "field-type",
        "field-unknown",
      ),
    };
  };

  test.each([
    ["a broken list", "---\nname: one\npaths: [a, b\n---\nx", 3],
    ["a list for a mapping", "---\n- name\n- one\n---\nx", 2],
    ["a block that is never closed", "---\nname: one\nx\n", 1],
    ["a name that is there twice", "---\nname: one\nname: two\n---\nx", 3],
    ["a wrong indentation", "---\nname: one\n  deep: two\n---\nx", 2],
  ])("%s is an error with its place", async (_, text, line) => {
    const { rules } = await of(text);
    expect(rules).toEqual([["frontmatter-invalid", "error", expect.any(Number)]]);
    expect(Math.abs((rules[0]?.[2] ?? 0) - line)).toBeLessThanOrEqual(1);
  });

  test.each([
    ["lists in lists", (levels: number) => `name: ${"[".repeat(levels)}${"]".repeat(levels)}`],
    ["lists that are never closed", (levels: number) => `name: ${"[".repeat(levels)}`],
    ["mappings in mappings", (levels: number) => `name: ${"{a: ".repeat(levels)}`],
    ["items in items", (levels: number) => `name:\n  ${"- ".repeat(levels)}x`],
    ["keys in keys", (levels: number) => `${"? ".repeat(levels)}x`],
  ])("a block with too many %s is an error, and no overflow", async (_, nested) => {
    // Node ended at some 800 levels, and where exactly hangs on what was run before.
    for (const levels of [100, 500, 800, 1_000, 3_000, 10_000]) {
      const { report } = await of(`---\n${nested(levels)}\n---\nx`);
      expect(only(report, "frontmatter-invalid").message).toBe("The frontmatter is nested too deeply to be read.");
    }
  });

  test("what the YAML library says of a text does not bring its secrets along", async () => {
    const secret = `ghp_${"Ab1Cd2Ef3".repeat(4)}`;
    const { report, rules } = await of(`---\nname: *${secret}\n---\nx`);
    expect(rules).toEqual([["frontmatter-invalid", "error", expect.any(Number)]]);
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  test("a value that only wants quotes is read as meant", async () => {
    const { report, rules } = await of(
      "---\ndescription: Use when: a file changes\nargument-hint: [issue] [priority]\nname: two\n---\nx",
    );
    expect(rules).toEqual([
      ["frontmatter-unquoted", "warning", 2],
      ["frontmatter-unquoted", "warning", 3],
    ]);
    expect(report.skills[0]).toMatchObject({ name: "two", listingChars: "Use when: a file changes".length });
  });

  test("types and spellings are checked", async () => {
    const { report, rules } = await of(
      '---\ndescription: [a]\ndisable-model-invocation: "true"\nwhen-to-use: x\nhooks: no\nfoo: 1\n---\nx',
    );
    expect(rules).toEqual([
      ["field-type", "warning", 2],
      ["field-type", "warning", 3],
      ["field-unknown", "note", 4],
      ["field-type", "warning", 5],
      ["field-unknown", "note", 6],
    ]);
    expect(report.findings.find(({ line }) => line === 4)?.message).toContain("did you mean when_to_use?");
  });

  test("blank space or a mark before it is told", async () => {
    expect((await of("\n---\nname: two\n---\nx")).rules).toEqual([["frontmatter-ignored", "warning", 1]]);
    expect((await of("\ufeff---\nname: two\n---\nx")).rules).toEqual([["frontmatter-ignored", "warning", 1]]);
    expect((await of("A text\n---\nwith a line.")).rules).toEqual([]);
  });

  test("Windows line ends are as good as others", async () => {
    const { report, rules } = await of("---\r\nname: two\r\ndescription: x\r\n---\r\n## Rules\r\n");
    expect(rules).toEqual([]);
    expect(report.skills[0]?.name).toBe("two");
    expect(found(report, "no-rules", "rules-late", "description-missing")).toEqual([]);
  });

  test("empty frontmatter is none", async () => {
    expect((await of("---\n---\nx")).rules).toEqual([]);
  });

  test("aliases that multiply, and nesting without end, are told and take no time", async () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x,x]",
      ..."bcdefgh".split("").map((name, index) => {
        const before = `*${"abcdefgh"[index]}`;
        return `${name}: &${name} [${Array(10).fill(before).join(",")}]`;
      }),
    ].join("\n");
    for (const yaml of [bomb, `a: ${"[".repeat(60_000)}`, `a: ${"{b: ".repeat(15_000)}`, "x".repeat(70_000)])
      expect((await of(`---\n${yaml}\n---\nx`)).rules).toEqual([["frontmatter-invalid", "error", expect.any(Number)]]);
  });

  test("__proto__ is a field like others", async () => {
    const { rules } = await of("---\n__proto__: { polluted: true }\ndescription: x\n---\nx");
    expect(rules).toEqual([["field-unknown", "note", 2]]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("links", () => {
  test("a link to a file that is not there is told; pages, anchors, code and what a session knows are not", async () => {
    const body = [
      "[here](patterns.md) [there](more/gone.md) [part](patterns.md#top)",
      "[page](https://example.org/x.md) [mail](mailto:a@example.org) [below](#rules) `[code](no.md)`",
      `[var](\${CLAUDE_SKILL_DIR}/x.md) [space](a%20b.md) ![picture](gone.png)`,
      "```md\n[code](no.md)\n```",
    ].join("\n");
    const report = await linted({
      ".claude/skills/one/SKILL.md": skillText(body),
      ".claude/skills/one/patterns.md": "",
      ".claude/skills/one/a b.md": "",
    });
    expect(
      report.findings.filter(({ rule }) => rule === "link-broken").map(({ line, message }) => [line, message]),
    ).toEqual([
      [4, 'The link to "more/gone.md" leads to no file.'],
      [6, 'The link to "gone.png" leads to no file.'],
    ]);
  });
});

describe("hostile input", () => {
  test.each([
    ["blocks that open", "```!\n"],
    ["commands that open", " !`"],
    ["arguments", "$1 "],
    ["links", "[](a) "],
    ["brackets", '[(<"`'],
    ["mentions", " @-"],
    ["headings", "# must\n"],
    ["blank lines", " \n"],
    ["fences", "```\n~~~~\n"],
  ])("a file of nothing but %s is read", async (_, part) => {
    const body = part.repeat(Math.floor(1_000_000 / part.length));
    const report = await lintedSkill(body);
    expect(report.skills).toHaveLength(1);
  });

  test("no text throws, and every finding stands on a line of its file", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "---\n",
        "name: a\n",
        "description: ",
        "hooks:\n",
        "  - b\n",
        "```!\n",
        "!`x`",
        "# Rules\n",
        "[a](b)",
        "\u0000",
        "\ufeff",
        "\r\n",
        "*a &a ",
        "{{",
        "\n",
      ),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const text = pieces.join("").replace(/[\ud800-\udfff]/g, "");
        const report = await linted({ "a/SKILL.md": text, ".claude/settings.json": text });
        const lines = text.split("\n").length;
        for (const { line, message } of report.findings) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          expect(message).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("levels may be set, and rules left out", async () => {
    const off = await lintedSkill("x", "description: x", { levels: { "no-rules": "off" } });
    expect(off.findings).toEqual([]);
    const error = await lintedSkill("x", "description: x", { levels: { "no-rules": "error" } });
    expect(only(error, "no-rules").level).toBe("error");
  });
});
