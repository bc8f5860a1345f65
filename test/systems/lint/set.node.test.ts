import { describe, expect, test } from "vitest";
import { found, headChars, linted, lintedSkill, only, skillText } from "./project.js";

/** The file of a skill whose rendered text has so many tokens. */
const ofTokens = (name: string, tokens: number, more = ""): [string, string] => [
  `.claude/skills/${name}/SKILL.md`,
  skillText("a".repeat(tokens * 4 - headChars(name)) + more),
];

describe("the skill listing", () => {
  test("description and when_to_use may have 1,536 characters together, with what joins them", async () => {
    const fields = (chars: number) => `description: ${"d".repeat(chars)}`;
    expect(found(await lintedSkill("x", fields(1_536)), "description-over")).toEqual([]);
    expect(found(await lintedSkill("x", fields(1_537)), "description-over")).toEqual([
      ["description-over", "error", 2],
    ]);
    const both = await lintedSkill("x", `${fields(1_000)}\nwhen_to_use: ${"w".repeat(600)}`);
    expect(only(both, "description-over").message).toContain("have 1,603 characters");
    expect(both.skills[0]?.listingChars).toBe(1_603);
  });

  test("a skill that only people invoke is in no listing", async () => {
    const report = await lintedSkill("x", `disable-model-invocation: true\ndescription: ${"d".repeat(2_000)}`);
    expect(found(report, "description-over", "description-missing", "listing-over")).toEqual([]);
    expect(report.listing.entries).toBe(0);
    expect(report.skills[0]?.listingChars).toBeNull();
  });

  test("without a description the first paragraph stands for it", async () => {
    const report = await lintedSkill("# Title\n\nDoes one thing.\n\nMore.", "name: one");
    expect(found(report, "description-missing")).toEqual([["description-missing", "warning", 1]]);
    expect(report.skills[0]?.listingChars).toBe("Does one thing.".length);
  });

  test("1 % of a window of 200,000 tokens is 8,000 characters; every entry counts with its name and break", async () => {
    const files = (chars: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [
          `.claude/skills/s${index}/SKILL.md`,
          skillText("x", `description: ${"d".repeat(chars)}`),
        ]),
      );
    // "- s0: " and the break are 7 characters.
    const fits = await linted(files(993));
    expect(fits.listing).toEqual({ entries: 8, chars: 8_000, limitChars: 8_000, windowTokens: 200_000 });
    expect(found(fits, "listing-over")).toEqual([]);
    const over = await linted(files(994));
    expect(only(over, "listing-over")).toMatchObject({ level: "warning", grade: "unknown", line: 2 });
    expect(only(over, "listing-over").message).toContain("takes 8,008 characters, above the 8,000");
    expect(found(await linted(files(994), { window: 1_000_000 }), "listing-over")).toEqual([]);
  });

  test("an entry that is cut counts with what is left of it", async () => {
    const report = await lintedSkill("x", `description: ${"d".repeat(5_000)}`);
    expect(report.listing.chars).toBe("- one: ".length + 1_536 + 1);
  });
});

describe("what a compaction keeps of a set", () => {
  const productivity = ["a", "b", "c", "d", "e"];
  const skills = Object.fromEntries([
    ofTokens("governance", 4_000),
    ...productivity.map((name) => ofTokens(name, 5_000)),
  ]);

  test("a governance skill of 4,000 tokens falls off behind five of 5,000, as the article says", async () => {
    const report = await linted(skills, { invoked: ["governance", ...productivity] });
    expect(report.retention.map(({ name, fate, keptTokens }) => [name, fate, keptTokens])).toEqual([
      ["e", "keep", 5_000],
      ["d", "keep", 5_000],
      ["c", "keep", 5_000],
      ["b", "keep", 5_000],
      ["a", "keep", 5_000],
      ["governance", "drop", 0],
    ]);
    expect(only(report, "retention-dropped")).toMatchObject({
      file: ".claude/skills/governance/SKILL.md",
      level: "warning",
      grade: "inferred",
    });
  });

  test("only the most recent invocation of a skill counts", async () => {
    const report = await linted(skills, { invoked: ["governance", ...productivity, "governance"] });
    expect(report.retention.map(({ name, fate }) => [name, fate])).toEqual([
      ["governance", "keep"],
      ["e", "keep"],
      ["d", "keep"],
      ["c", "keep"],
      ["b", "keep"],
      ["a", "drop"],
    ]);
  });

  test("without an order it is said that not all fit, and not which", async () => {
    const report = await linted(skills);
    expect(only(report, "retention-over")).toMatchObject({ level: "note" });
    expect(only(report, "retention-over").message).toContain("about 29,000 tokens, above the 25,000");
    expect(found(report, "retention-dropped")).toEqual([]);
  });

  test("what is not known of a later skill makes the fate of an older one unknown", async () => {
    const files = Object.fromEntries([
      ofTokens("old", 5_000),
      ...["b", "c", "d", "e"].map((name) => ofTokens(name, 5_000)),
      ofTokens("status", 1_000, "\n!`git status`\n"),
      ofTokens("tiny", 100),
    ]);
    const fates = async (invoked: string[]) => {
      const { retention } = await linted(files, { invoked });
      for (const { fate, keptTokens } of retention) expect(keptTokens === null).toBe(fate === null);
      return retention.map(({ name, fate, grade }) => [name, fate, grade]);
    };
    // Four times 5,000 and at least 1,000, at most 5,000, leave 4,000 or nothing.
    const rows = await fates(["tiny", "status", "b", "c", "d", "e"]);
    expect(rows.slice(-2)).toEqual([
      ["status", null, "unknown"],
      ["tiny", null, "unknown"],
    ]);
    expect((await fates(["old", "status", "b", "c", "d", "e"])).at(-1)).toEqual(["old", "drop", "inferred"]);
  });

  test("a forked skill takes nothing of it", async () => {
    const files = {
      ...skills,
      ".claude/skills/e/SKILL.md": skillText("a".repeat(90_000), "description: x\ncontext: fork"),
    };
    const report = await linted(files, { invoked: ["governance", ...productivity] });
    expect(report.retention.map(({ name, fate }) => [name, fate]).at(-1)).toEqual(["governance", "keep"]);
    expect(report.retention).toHaveLength(5);
  });

  test("a name that no skill has is wrong use, and the names are told", async () => {
    await expect(linted(skills, { invoked: ["deploy"] })).rejects.toThrow(
      '`invoked` names "deploy", which no linted skill is called; the names are: a, b, c, d, e, governance.',
    );
    const twice = { "one/.claude/skills/a/SKILL.md": "x", "two/.claude/skills/a/SKILL.md": "x" };
    await expect(linted(twice, { invoked: ["a"] })).rejects.toThrow("as 2 skills are called; lint the folder of one");
  });

  test("a skill of a plugin may be named with the plugin", async () => {
    expect((await linted(skills, { invoked: ["team:a"] })).retention.map(({ name }) => name)).toEqual(["a"]);
  });
});
