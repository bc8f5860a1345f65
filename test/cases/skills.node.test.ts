import { describe } from "vitest";
import { returned, runs, trace } from "../../src/node.js";
import { budgetDeviations } from "../../src/queries/budget-deviations.js";
import { listings } from "../../src/queries/listings.js";
import { skills } from "../../src/queries/skills.js";
import { caseTest, expect, openCase } from "./open-case.js";

describe("skills", () => {
  caseTest(
    "B088",
    "a skill was invoked once by the person and is lost at the boundary; one that was only listed never ran",
    async () => {
      const timeline = await openCase("B088");
      expect(skills(timeline)).toMatchObject([
        {
          name: "walk",
          fate: "lost",
          invokedBy: "user",
          line: 2,
          boundary: 1,
          keptChars: null,
          evidence: [{ line: 5 }, { line: 3 }],
        },
      ]);
      expect(returned(timeline).map((row) => [row.item, row.name])).toEqual([
        ["summary", null],
        ["instructions", "/work/demo/CLAUDE.md"],
        ["skill-listing", "skill_listing"],
      ]);
      expect(
        listings(timeline)
          .filter((row) => row.boundary === 1)
          .map((row) => [row.name, row.visible, row.initial, row.lastListed]),
      ).toEqual([
        ["walk", true, true, 8],
        ["tidy", true, true, 8],
      ]);
    },
  );

  caseTest("B088", "the last trace of the skill is a paraphrase in the summary, not its body", async () => {
    const timeline = await openCase("B088");
    const traced = (marker: string) => trace(timeline, [marker]).map((row) => [row.side, row.source, row.line]);
    expect(traced("helper")).toEqual([
      ["before", "invocation", 3],
      ["after", "summary", 6],
    ]);
    expect(traced("one helper")).toEqual([["before", "invocation", 3]]);
  });

  caseTest("B088", "a whole listing after the boundary is evidence of a new process, not the fact of one", async () => {
    const timeline = await openCase("B088");
    const listing = returned(timeline).find((row) => row.item === "skill-listing");
    expect(listing).toMatchObject({ source: "process", grade: "inferred", evidence: [{ line: 8 }, { line: 1 }] });
    expect(runs(timeline).map((row) => [row.firstLine, row.grade, row.startedBy])).toEqual([
      [1, "inferred", null],
      [8, "inferred", null],
    ]);
  });

  caseTest("B089", "the end of the skill that was cut stands only before the boundary", async () => {
    const timeline = await openCase("B089");
    const sides = (marker: string) => trace(timeline, [marker]).map((row) => [row.side, row.source, row.line]);
    expect(sides("END-f")).toEqual([["before", "invocation", 18]]);
    for (const [name, line] of [
      ["END-b", 6],
      ["END-c", 9],
      ["END-d", 12],
      ["END-e", 15],
    ] as const)
      expect(sides(name)).toEqual([
        ["before", "invocation", line],
        ["after", "invocation", 21],
      ]);
    expect(sides("END-a")).toEqual([["before", "invocation", 3]]);
  });

  caseTest("B089", "six skills were invoked, five came back, one of them cut", async () => {
    const timeline = await openCase("B089");
    const rows = skills(timeline);
    expect(rows.map((row) => [row.name, row.fate])).toEqual([
      ["kit-a", "lost"],
      ["kit-b", "kept"],
      ["kit-c", "kept"],
      ["kit-d", "kept"],
      ["kit-e", "kept"],
      ["kit-f", "truncated"],
    ]);
    expect(rows.every((row) => row.invokedBy === "model" && row.boundary === 1)).toBe(true);
    expect(rows.at(-1)).toMatchObject({ bodyChars: 20_476, keptChars: 20_000, grade: "derived" });
    expect(rows.slice(1, 5).every((row) => row.keptChars === row.bodyChars)).toBe(true);
    const back = returned(timeline).filter((row) => row.item === "skill");
    expect(back.map((row) => [row.name, row.source, row.relation])).toEqual([
      ["kit-f", "invocation", "prefix"],
      ["kit-e", "invocation", "equal"],
      ["kit-d", "invocation", "equal"],
      ["kit-c", "invocation", "equal"],
      ["kit-b", "invocation", "equal"],
    ]);
    expect(
      budgetDeviations(timeline)
        .filter((row) => row.agrees === false)
        .map((row) => [row.name, row.predicted, row.observed]),
    ).toEqual([["kit-a", "keep", "drop"]]);
  });

  caseTest(
    "B090",
    "a delta after the boundary makes one name visible, and the whole listing before it none",
    async () => {
      const rows = listings(await openCase("B090"));
      const of = (boundary: number) => rows.filter((row) => row.boundary === boundary);
      expect(of(0).map((row) => [row.name, row.visible, row.initial])).toEqual([
        ["a", true, true],
        ["b", true, true],
        ["c", true, true],
      ]);
      expect(of(1).map((row) => row.name)).toEqual(["a", "b", "c", "d"]);
      expect(
        of(1)
          .filter((row) => row.visible)
          .map((row) => [row.name, row.initial, row.lastListed]),
      ).toEqual([["d", false, 7]]);
    },
  );
});
