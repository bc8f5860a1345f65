import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { charsByFour } from "../../../src/index.js";
import { piecesOf } from "../../../src/systems/lint/render-skill.js";
import { lint } from "../../../src/systems.js";
import { found, headChars, linted, lintedSkill, only, skillText } from "./project.js";

/** A body that makes the rendered skill `one` have so many characters. */
const bodyFor = (chars: number): string => "a".repeat(chars - headChars("one"));

describe("the size of a rendered skill", () => {
  test("500 lines of 60 characters are about 7,500 tokens, above the cap by half, as the article says", async () => {
    const report = await lintedSkill(`${"a".repeat(59)}\n`.repeat(500));
    const { tokens } = report.skills[0] ?? {};
    expect(tokens).toBeGreaterThanOrEqual(7_500);
    expect(tokens).toBeLessThan(7_530);
    expect(found(report, "tokens-over")).toHaveLength(1);
  });

  test("20,000 characters are 5,000 tokens and kept whole; two more are cut", async () => {
    const fits = await lintedSkill(bodyFor(20_000));
    expect(fits.skills[0]).toMatchObject({ chars: 20_000, tokens: 5_000, cutLine: null });
    expect(found(fits, "tokens-over", "tokens-near")).toEqual([["tokens-near", "warning", 4]]);
    const over = await lintedSkill(bodyFor(20_002));
    expect(over.skills[0]).toMatchObject({ tokens: 5_001, cutLine: 4 });
    expect(found(over, "tokens-over", "tokens-near")).toEqual([["tokens-over", "error", 4]]);
  });

  test("above 4,000 tokens is near", async () => {
    const words = "word ".repeat(5_000);
    const of = async (chars: number) =>
      found(await lintedSkill(words.slice(0, chars - headChars("one"))), "tokens-near");
    expect(await of(16_000)).toEqual([]);
    expect(await of(16_004)).toEqual([["tokens-near", "warning", 4]]);
  });

  test("where the ways of counting disagree about the limit, the grade is unknown", async () => {
    // A character of Chinese is a quarter of a token by the measured rule, and about one by a tokenizer.
    const report = await lintedSkill("规".repeat(8_000));
    expect(report.skills[0]).toMatchObject({ cutLine: null });
    expect(report.skills[0]?.tokens).toBeLessThan(2_100);
    expect(report.skills[0]?.tokensHigh).toBeGreaterThanOrEqual(8_000);
    expect(only(report, "tokens-near")).toMatchObject({ level: "warning", grade: "unknown" });
  });

  test("a forked skill is not weighed: its body goes to a subagent", async () => {
    const report = await lintedSkill(bodyFor(40_000), "description: x\ncontext: fork");
    expect(report.skills[0]).toMatchObject({ forked: true, cutLine: null });
    expect(found(report, "tokens-over", "tokens-near", "rules-cut")).toEqual([]);
  });

  test("a command has no line that names its folder, and is called as its file is", async () => {
    const report = await linted({ ".claude/commands/ship.md": "---\nname: other\n---\nShip it." });
    expect(report.skills).toMatchObject([{ kind: "command", name: "ship", chars: 8, tokens: 2 }]);
  });

  test("the cut falls where the head of 5,000 tokens ends, whatever the lines are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 60, maxLength: 200 }),
        async (lengths) => {
          const body = lengths.map((length) => `${"x".repeat(length)}\n`).join("");
          const report = await lintedSkill(body);
          const charged = body.length + headChars("one");
          const { cutLine } = report.skills[0] ?? {};
          // 20,001 characters still round to 5,000 tokens.
          const kept = body.slice(0, 20_001 - headChars("one"));
          const isCut = charsByFour("x".repeat(charged)) > 5_000;
          expect(cutLine).toBe(isCut ? 4 + kept.split("\n").length - 1 : null);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("a rule set of another day may be given", async () => {
    const rules = { source: "made up", date: "2026-01-01", value: { ...oldRules, name: "made up", skillTokens: 10 } };
    const report = await lintedSkill("a".repeat(200), undefined, { rules });
    expect(found(report, "tokens-over")).toHaveLength(1);
    expect(report.rules).toEqual({ name: "made up", source: "made up", date: "2026-01-01" });
  });
});

const oldRules = {
  skillsTotalTokens: 25_000,
  files: null,
  fileTokens: null,
  hookChars: 10_000,
  hookPreviewChars: null,
  listingEntryChars: 1_536,
  listingShare: 0.01,
};

describe("what only an invocation knows", () => {
  const body =
    "Now:\n!`git status --short`\n\n```!\ngit log -3\ngit diff\n```\nFix $ARGUMENTS with $1 and $issue.\nKEY=!`no` x!`no`\n";

  test("commands and arguments are taken apart from the text, with their lines", () => {
    const pieces = piecesOf(body, 5, ["issue"]);
    expect(pieces.filter(({ kind }) => kind !== "text").map(({ kind, source, line }) => [kind, source, line])).toEqual([
      ["command", "git status --short", 6],
      ["command", "git log -3\ngit diff", 8],
      ["argument", "$ARGUMENTS", 12],
      ["argument", "$1", 12],
      ["argument", "$issue", 12],
    ]);
    expect(pieces.filter(({ kind }) => kind === "text").map(({ text, line }) => [text, line])).toEqual([
      ["Now:\n", 5],
      ["\n\n", 6],
      ["Fix ", 12],
      [" with ", 12],
      [" and ", 12],
      [".\nKEY=!`no` x!`no`\n", 12],
    ]);
  });

  test("each text stands where its piece says", () => {
    const part = fc.constantFrom("word ", "\n", "!`cmd`", "$ARGUMENTS", "$2", "```!\n", "```\n", "`", "$", " ");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        const lines = text.split("\n");
        for (const piece of piecesOf(text, 1)) {
          const [first = ""] = piece.source.split("\n");
          expect(lines.slice(piece.line - 1).join("\n")).toContain(first);
          if (piece.kind === "text") expect(lines[piece.line - 1]).toContain(first);
        }
      }),
    );
  });

  test("it is counted as unknown and not as nothing", async () => {
    const report = await lintedSkill(body, "description: x\narguments: [issue]");
    expect(report.skills[0]?.unknown).toEqual({ commands: 2, arguments: 3, files: 0 });
    expect(only(report, "size-unknown")).toMatchObject({ level: "note", line: 6, grade: "unknown" });
    const chars = "Now:\n\n\nFix  with  and .\nKEY=!`no` x!`no`\n".length;
    expect(report.skills[0]?.chars).toBe(headChars("one") + chars);
  });

  test("a file that is named with @ and exists is unknown too", async () => {
    const files = {
      ".claude/skills/one/SKILL.md": skillText("See @notes.md, @missing.md and me@example.org."),
      ".claude/skills/one/notes.md": "",
    };
    expect((await linted(files)).skills[0]?.unknown.files).toBe(1);
  });

  test("a block that is never closed is text", () => {
    expect(piecesOf("```!\necho hi\n", 1)).toEqual([
      { kind: "text", text: "```!\necho hi\n", source: "```!\necho hi\n", line: 1 },
    ]);
  });
});

describe("rules", () => {
  const filler = "Look at the next table.\n";

  test("rules on the first screen are well placed, whether by heading or by sentence", async () => {
    for (const body of [`## Rules\n\n1. Tests pass.\n${filler.repeat(60)}`, `You must test.\n${filler.repeat(60)}`])
      expect(found(await lintedSkill(body), "rules-late", "no-rules", "rules-cut")).toEqual([]);
  });

  test("rules below the first 40 lines are late", async () => {
    expect(found(await lintedSkill(`\n${filler.repeat(39)}## Rules\n`), "rules-late")).toEqual([]);
    expect(found(await lintedSkill(`\n${filler.repeat(40)}## Rules\n`), "rules-late")).toEqual([
      ["rules-late", "warning", 45],
    ]);
  });

  test("words in code are no rules", async () => {
    expect(found(await lintedSkill("```sh\n# never do this\n```\n"), "no-rules")).toEqual([["no-rules", "note", 4]]);
  });

  test("a cut that takes rules says which, and on which lines", async () => {
    const report = await lintedSkill(
      `You must test.\n${"y\n".repeat(10_050)}\n## Important rules\n- Never force-push.\n`,
    );
    const { message, level } = only(report, "rules-cut");
    expect(level).toBe("error");
    expect(message).toContain('"Important rules"');
    expect(message).toContain('"Never force-push."');
    expect(only(report, "tokens-over").message).toContain('with "Important rules"');
  });

  test("a secret in a rule is not copied", async () => {
    const secret = `ghp_${"Ab1Cd2Ef3".repeat(4)}`;
    const report = await lintedSkill(
      `${"word ".repeat(5_000)}\n\n# Always use token=${secret}\n- Never print ${secret}.\n`,
    );
    expect(found(report, "rules-cut", "rules-late")).not.toEqual([]);
    expect(JSON.stringify(report)).not.toContain(secret);
  });
});

test("the fixture of the docs is cut before its rules", async () => {
  const report = await lint(["fixtures/skills"]);
  expect(found(report, "tokens-over", "rules-cut", "rules-late")).toEqual([
    ["tokens-over", "error", 208],
    ["rules-cut", "error", 250],
    ["rules-late", "warning", 250],
  ]);
});
