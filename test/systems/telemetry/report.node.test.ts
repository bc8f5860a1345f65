import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CompactionRecord, compactionTotals } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

const line = (more: Partial<CompactionRecord>): CompactionRecord => ({
  format: 1,
  at: Date.parse("2026-10-01T12:00:00Z"),
  sessionId: "s1",
  ordinal: 1,
  boundary: "b1",
  project: "tide",
  trigger: "auto",
  preTokens: 100,
  postTokens: 20,
  durationMs: 1000,
  cumulativeDroppedTokens: 80,
  keptMessages: null,
  cliVersion: "2.1.285",
  skills: ["deploy"],
  skillsLeftOut: 0,
  sinceLastMs: null,
  summaryChars: 10,
  ...more,
});

const lines = [
  line({}),
  line({
    ordinal: 2,
    boundary: "b2",
    preTokens: 300,
    postTokens: 30,
    skills: ["deploy", "review"],
    sinceLastMs: 60_000,
  }),
  line({
    sessionId: "s2",
    boundary: "not-recorded-yet",
    trigger: "manual",
    preTokens: null,
    postTokens: null,
    skills: null,
  }),
  line({ sessionId: "s3", project: "pool", at: Date.parse("2026-10-02T12:00:00Z"), preTokens: null, skills: [] }),
];

describe("the report", () => {
  test("sums up by day and project: how often, how much, which skills; null is not 0", () => {
    expect(compactionTotals(lines, ["day", "project"], "UTC")).toEqual([
      {
        day: "2026-10-01",
        project: "tide",
        compactions: 3,
        sessions: 2,
        notRecorded: 1,
        auto: 2,
        manual: 1,
        droppedTokens: 350,
        preTokens: 200,
        postTokens: 25,
        keptShare: expect.closeTo(0.15),
        durationMs: 1000,
        sinceLastMs: 60_000,
        skills: "deploy 2, review 1",
      },
      {
        day: "2026-10-02",
        project: "pool",
        compactions: 1,
        sessions: 1,
        notRecorded: 0,
        auto: 1,
        manual: 0,
        droppedTokens: null,
        preTokens: null,
        postTokens: 20,
        keptShare: null,
        durationMs: 1000,
        sinceLastMs: null,
        skills: null,
      },
    ]);
  });

  test("by skill counts a compaction for each skill in use", () => {
    expect(compactionTotals(lines, ["skill"], "UTC").map(({ skill, compactions }) => [skill, compactions])).toEqual([
      ["deploy", 2],
      ["review", 1],
      [null, 2],
    ]);
  });

  test("refuses what can't be summed by, and a zone that is none", () => {
    expect(() => compactionTotals([], ["hour" as "day"])).toThrow('`by` is "hour"');
    expect(() => compactionTotals([], ["day"], "Nowhere/Else")).toThrow("No time zone");
  });

  const reportOf = async (text: string, ...args: string[]) => {
    const path = join(temporaryFolder([["c.ndjson", text]]), "c.ndjson");
    return runCaptured(["telemetry", "report", "--file", path, "--zone", "UTC", ...args]);
  };

  test("counts a compaction once, and tells of damaged lines without failing", async () => {
    const text = [...lines, ...lines].map((one) => JSON.stringify(one)).join("\n");
    const bad = '\n{"format":1,"at":"now"}\n{"torn\n[]\nnull\n{"format":2,"at":1}\n\n';
    const { code, out, err } = await reportOf(text + bad, "--json");
    expect([code, err]).toEqual([0, "tidemark: 5 lines can't be read and are left out\n"]);
    expect(JSON.parse(out).map(({ compactions }: { compactions: number }) => compactions)).toEqual([3, 1]);
  });

  test("is a table within the width of the terminal, the skills below each row", async () => {
    const { code, out } = await reportOf(lines.map((one) => JSON.stringify(one)).join("\n"));
    expect(code).toBe(0);
    expect(out).toMatch(/^2026-10-01 +tide +3 +2 +2 +350 +200 +15 +1 min$/m);
    expect(out).toContain("    skills: deploy 2, review 1\n");
    expect(out).toContain("1 compaction without numbers");
    for (const row of out.split("\n")) expect(row.length).toBeLessThanOrEqual(80);
  });

  test("of an empty file, and of none", async () => {
    expect(await reportOf("")).toMatchObject({ code: 0, out: "no compaction\n" });
    const { code, err } = await runCaptured(["telemetry", "report", "--file", "/none/c.ndjson"]);
    expect([code, err]).toEqual([
      2,
      "tidemark: /none/c.ndjson: no such file; tidemark setup telemetry shows the settings that let Claude Code write it, or name another with --file\n",
    ]);
  });

  test("never throws on what a file holds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string({ unit: "binary" }))), async (texts) => {
        expect((await reportOf(texts.join("\n"))).code).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});
