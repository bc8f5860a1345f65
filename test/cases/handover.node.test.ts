import { describe } from "vitest";
import { turns } from "../../src/node.js";
import { handoverWindow } from "../../src/queries/handover/window.js";
import { handover } from "../../src/queries/handover.js";
import { caseTest, expect, issuesOf, openCase } from "./open-case.js";

describe("hand-over", () => {
  caseTest(
    "B131",
    "the text of the current turn lies after the last prompt, and the turn is open until its reply",
    async () => {
      const before = await openCase("B131");
      const open = turns(before)
        .filter((row) => row.chain === "main")
        .at(-1);
      expect(open).toMatchObject({ prompt: "Second", text: "", state: "open" });
      const rows = handover(before);
      expect(rows.map((row) => [row.topic, row.text, row.line])).toEqual([
        ["next-step", "make", 5],
        ["in-progress", "Second", 4],
      ]);
      const after = await openCase("B131.later");
      expect(
        turns(after)
          .filter((row) => row.chain === "main")
          .at(-1),
      ).toMatchObject({
        text: "Second answer.",
        state: "closed",
      });
      expect(handover(after).map((row) => [row.topic, row.text, row.line])).toEqual([
        ["next-step", "Second answer.", 9],
      ]);
      for (const timeline of [before, after]) {
        expect(timeline.events.at(-1)?.kind).not.toBe("reply");
        const note = JSON.stringify(handover(timeline));
        expect(note).not.toContain("PROMISE");
        expect(note).not.toContain("inner text");
      }
    },
  );

  caseTest("B137", "a note written now is made of the last summary, the kept message, and what followed", async () => {
    const timeline = await openCase("B137");
    expect(issuesOf(timeline).filter((issue) => !issue.endsWith("sizes-disagree"))).toEqual([]);
    const window = handoverWindow(timeline);
    expect(window.rule).toBe("since-boundary");
    expect(window.summary?.place.line).toBe(10);
    expect([...new Set(window.kept.map((event) => event.place.line))]).toEqual([8]);
    expect([...new Set(window.rest.map((event) => event.place.line))]).toEqual([11, 12]);
    const rows = handover(timeline);
    for (const row of rows) for (const place of row.evidence) expect(place.line).toBeGreaterThan(7);
    expect(JSON.stringify(rows)).not.toContain("blue");
    expect(rows.find((row) => row.topic === "promise")?.text).toBe("I will check the page after the merge.");
    expect(rows.find((row) => row.topic === "waiting-other")?.text).toContain("Sam");
  });

  caseTest("B137", "a note as it should have been written before the second boundary", async () => {
    const timeline = await openCase("B137");
    const window = handoverWindow(timeline, { before: 2 });
    expect(window.rule).toBe("before-boundary");
    expect(window.summary?.place.line).toBe(4);
    expect(window.kept).toEqual([]);
    expect([...new Set(window.rest.map((event) => event.place.line))]).toEqual([5, 6, 7, 8]);
    const rows = handover(timeline, { before: 2 });
    for (const row of rows) {
      expect(row.line).toBeGreaterThanOrEqual(4);
      expect(row.line).toBeLessThanOrEqual(8);
      if (row.text.includes("blue")) expect(row.superseded).toBe(true);
    }
    expect(rows.filter((row) => row.text.includes("blue"))).toHaveLength(1);
    const standing = rows.filter((row) => row.topic === "decision" && !row.superseded);
    expect(standing.map((row) => [row.text, row.line])).toEqual([["Changed my mind: green.", 5]]);
    expect(rows.filter((row) => row.topic === "promise").map((row) => [row.text, row.line])).toEqual([
      ["I will check the page after the merge.", 8],
    ]);
    expect(rows.filter((row) => row.topic === "waiting-other").map((row) => [row.text, row.line])).toEqual([
      ["Waiting for Sam about the font.", 5],
    ]);
  });

  caseTest("B137", "the value of a key is in no note, whatever window it is made from", async () => {
    const timeline = await openCase("B137");
    for (const options of [{}, { before: 1 }, { before: 2 }])
      expect(JSON.stringify(handover(timeline, options))).not.toContain("SECRET-VALUE-1");
  });

  caseTest("B131", "without a boundary the window is the whole file, and the rule says so", async () => {
    const timeline = await openCase("B131");
    const window = handoverWindow(timeline);
    expect(window).toMatchObject({ rule: "whole-file", boundary: null, summary: null });
    expect([...new Set(window.rest.map((event) => event.place.line))]).toEqual([1, 2, 3, 4, 5, 6, 8]);
  });
});
