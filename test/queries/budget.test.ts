import { describe, expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { budget } from "../../src/queries/budget.js";
import { budgetDeviations } from "../../src/queries/budget-deviations.js";
import { byWords, newestRules } from "../../src/queries/rule-sets.js";
import { type Transcript, transcript } from "../../src/testing.js";
import { invocationsOf } from "../../src/timeline/invocations.js";

const cwd = "/home/dev/project";
const start = () => transcript({ cliVersion: "2.1.285", ambient: false }).prompt("Begin.").reply("Begun.");
const read = (session: Transcript) => readTimeline(session.toString());
/** A body that is sent with so many characters, the line with its directory included. */
const bodyOf = (name: string, chars: number) =>
  "x".repeat(chars - `Base directory for this skill: ${cwd}/.claude/skills/${name}\n\n`.length);
const withSkills = (chars: Record<string, number>) =>
  Object.entries(chars).reduce((session, [name, length]) => session.skill(name, bodyOf(name, length)), start());
const budgetOf = async (session: Transcript) => budget(invocationsOf(await read(session)));

describe("the budget of the documentation of 2026-10-08", () => {
  test("keeps 5,000 tokens of a skill and cuts the rest", async () => {
    expect(await budgetOf(withSkills({ at: 20_000, over: 20_004 }))).toMatchObject([
      { name: "over", order: 1, tokens: 5_001, keptTokens: 5_000, fate: "cut" },
      { name: "at", order: 2, tokens: 5_000, keptTokens: 5_000, fate: "keep" },
    ]);
  });

  test("keeps 25,000 tokens in all, and above that drops the oldest whole (issue 96168)", async () => {
    const five = { s1: 20_000, s2: 16_000, s3: 16_000, s4: 16_000, s5: 16_000 };
    const fates = (rows: Awaited<ReturnType<typeof budgetOf>>) =>
      rows.map(({ name, keptTokens, fate }) => [name, keptTokens, fate]);
    const fits = await budgetOf(withSkills({ ...five, s6: 16_000 }));
    expect(fits.reduce((sum, row) => sum + row.keptTokens, 0)).toBe(25_000);
    expect(fates(fits).at(-1)).toEqual(["s1", 5_000, "keep"]);
    expect(fates(await budgetOf(withSkills({ ...five, s6: 16_004 }))).at(-1)).toEqual(["s1", 0, "drop"]);
  });

  test("drops what is older than a dropped skill, though it would fit", async () => {
    const rows = await budgetOf(withSkills({ tiny: 100, s1: 20_000, s2: 20_000, s3: 20_000, s4: 20_000, s5: 20_000 }));
    expect(rows.at(-1)).toMatchObject({ name: "tiny", order: 6, fate: "drop" });
  });

  test("counts a skill once, with its latest invocation, and weighs the body that a stub points to", async () => {
    const session = withSkills({ a: 400, b: 800 }).skill("a", bodyOf("a", 400));
    expect(await budgetOf(session)).toMatchObject([
      { name: "a", order: 1, tokens: 100 },
      { name: "b", order: 2, tokens: 200 },
    ]);
  });

  test("leaves out what ran in a subagent", async () => {
    expect(await budgetOf(start().skill("a", "A.", { forked: true }))).toEqual([]);
  });
});

test("the estimator and the rule set are the caller's", async () => {
  const invocations = invocationsOf(await read(withSkills({ a: 20_004 })));
  expect(budget(invocations, newestRules, { estimate: () => 7 })).toMatchObject([{ tokens: 7, fate: "keep" }]);
  const small = { ...newestRules, value: { ...newestRules.value, skillTokens: 10 } };
  expect(budget(invocations, small)).toMatchObject([{ keptTokens: 10, fate: "cut" }]);
  expect(byWords("Mind the tide.")).toBe(4);
});

describe("deviations from the budget", () => {
  test("are none where one process invoked and compacted", async () => {
    const session = withSkills({ s1: 20_000, s2: 20_000, s3: 20_000, s4: 20_000, s5: 20_000, s6: 24_000 }).compact({
      keep: 0,
    });
    const rows = budgetDeviations(await read(session));
    expect(rows.map(({ name, predicted, observed, agrees }) => [name, predicted, observed, agrees])).toEqual([
      ["s6", "cut", "cut", true],
      ["s5", "keep", "keep", true],
      ["s4", "keep", "keep", true],
      ["s3", "keep", "keep", true],
      ["s2", "keep", "keep", true],
      ["s1", "drop", "drop", true],
    ]);
  });

  test("show a skill of an earlier process as dropped against the rule", async () => {
    const session = start().skill("deploy", "Tag first.").exit().resume().prompt("On.").reply("Done.").compact();
    expect(budgetDeviations(await read(session))).toMatchObject([
      { boundary: 1, name: "deploy", predicted: "keep", observed: "drop", agrees: false, keptChars: null },
    ]);
  });

  test("are not claimed where the version records no re-attached skills", async () => {
    const session = transcript({ cliVersion: "2.1.81", ambient: false })
      .prompt("Begin.")
      .skill("deploy", "Tag first.")
      .reply("Done.")
      .compact();
    expect(budgetDeviations(await read(session))).toMatchObject([{ observed: null, agrees: null, grade: "unknown" }]);
  });
});
