import { describe } from "vitest";
import { returned } from "../../src/node.js";
import { missing } from "../../src/queries/missing.js";
import { caseTest, expect, openCase } from "./open-case.js";

describe("missing", () => {
  caseTest("B088", "the invoked skill did not come back, and nothing says why; the whole listing did", async () => {
    const rows = missing(await openCase("B088"));
    expect(rows.map((row) => [row.boundary, row.item, row.name, row.reason, row.lastSeen])).toEqual([
      [1, "other", "conversation", "summary-only", 4],
      [1, "skill", "walk", "unknown", 3],
    ]);
  });

  caseTest("B089", "the oldest skill is missing, the newest came back in part", async () => {
    const rows = missing(await openCase("B089")).filter((row) => row.item === "skill");
    expect(rows.map((row) => [row.name, row.reason, row.grade, row.lastSeen])).toEqual([
      ["kit-f", "truncated", "derived", 18],
      ["kit-a", "unknown", "unknown", 3],
    ]);
  });

  caseTest(
    "B090",
    "the names of the listing were not sent again, and nothing but the summary came with the boundary",
    async () => {
      const timeline = await openCase("B090");
      const rows = missing(timeline).filter((row) => row.item !== "other");
      expect(rows.map((row) => [row.item, row.name, row.reason, row.lastSeen])).toEqual([
        ["skill-listing", "skill_listing", "not-reinjected", 1],
      ]);
      expect(rows[0]?.why).toContain("3 of 3");
      expect(returned(timeline).map((row) => [row.item, row.phase, row.evidence[0]?.line])).toEqual([
        ["summary", "boundary", 5],
        ["skill-listing", "next-prompt", 7],
      ]);
    },
  );

  caseTest(
    "B063",
    "a boundary with nothing before it misses nothing but a conversation that was never here",
    async () => {
      expect(missing(await openCase("B063")).map((row) => [row.name, row.lastSeen])).toEqual([["conversation", null]]);
    },
  );
});
