import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { boundaries, openTimeline, type ReturnedRow, returned, type Timeline, usage } from "../../src/node.js";
import { markersByCarrier, onlyInSummary, trace } from "../../src/queries/trace.js";

/** Article 000's tables as data, and its runs as synthetic transcripts with the article's markers and numbers. */
const folder = fileURLToPath(new URL("../../fixtures/lab/", import.meta.url));
const article = JSON.parse(readFileSync(`${folder}article.expected.json`, "utf8"));
const runs = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"] as const;
type Run = (typeof runs)[number];

const marker = /MK-[A-Z]+-[0-9]{4}/;
const timelines = new Map<string, Timeline>();
beforeAll(async () => {
  for (const run of [...runs, "BC1", "BC2"])
    timelines.set(run, await openTimeline(`${folder}${run}.jsonl`, { subagents: false, payload: "full" }));
});
const of = (run: string): Timeline => timelines.get(run) as Timeline;

/** The runs in which a row answers yes. */
const heldIn = (yes: (row: ReturnedRow) => boolean, among: readonly Run[] = runs): Run[] =>
  among.filter((run) => returned(of(run)).some(yes));
const withRule: readonly Run[] = ["C1", "C2", "D1", "D2"];
const edited: readonly Run[] = ["A1", "A2", "B1", "B2", "C1", "C2"];

describe("What came back", () => {
  const instructions = (name: string) => (row: ReturnedRow) =>
    row.item === "instructions" &&
    row.name?.endsWith(name) === true &&
    row.source === "disk" &&
    row.phase === "next-prompt";

  test("root CLAUDE.md: re-read from disk on the next turn, 8 of 8", () => {
    expect(heldIn(instructions("/lab/CLAUDE.md"))).toEqual(runs);
  });

  test("@import file: re-read from disk with the root file, 8 of 8", () => {
    expect(heldIn(instructions("/notes/imported.md"))).toEqual(runs);
  });

  test("the edit shows it: in the six runs with an edit the grade is derived, without one it is inferred", () => {
    for (const run of runs)
      for (const row of returned(of(run)).filter((one) => one.item === "instructions"))
        expect(row.grade).toBe(edited.includes(run) ? "derived" : "inferred");
  });

  test("unscoped rule (C, D): re-read from disk with the root file, 4 of 4", () => {
    expect(heldIn(instructions("/rules/always-on.md"), withRule)).toEqual(withRule);
  });

  test("skill body: re-attached from the stored invocation, old text after an edit, 6 of 8 (0 of 2 in A)", () => {
    const held = heldIn((row) => row.item === "skill" && row.source === "invocation" && row.relation === "equal");
    expect(held).toEqual(["B1", "B2", "C1", "C2", "D1", "D2"]);
    for (const run of runs) expect(trace(of(run), ["MK-SKILL-5702"])).toEqual([]);
  });

  test("nested CLAUDE.md: re-read as one of the files Claude had read, 4 of 8 (B, C)", () => {
    expect(heldIn((row) => row.item === "file" && row.name?.endsWith("/sub/CLAUDE.md") === true)).toEqual([
      "B1",
      "B2",
      "C1",
      "C2",
    ]);
  });

  test("path-scoped rule (C, D): re-read as one of the files Claude had read, 2 of 4 (C)", () => {
    expect(heldIn((row) => row.item === "file" && row.name?.includes("/.claude/rules/") === true, withRule)).toEqual([
      "C1",
      "C2",
    ]);
  });

  test("passphrase from chat: only as text in the summary, 8 of 8", () => {
    for (const run of runs) {
      const rows = trace(of(run), ["MK-PASS-8053"]);
      expect(onlyInSummary(rows).map((row) => row.source)).toEqual(["summary"]);
    }
  });

  test("compact hook output (C, D): the hook ran, its stdout attached, 4 of 4", () => {
    expect(
      heldIn((row) => row.item === "hook" && row.name === "SessionStart:compact" && row.chars !== null, withRule),
    ).toEqual(withRule);
  });

  test("next to its old self: in the six runs with an edit the root file conflicts with the summary, without one it does not", () => {
    for (const run of runs) {
      const root = returned(of(run)).find((row) => row.item === "instructions" && row.name?.endsWith("/lab/CLAUDE.md"));
      expect(root?.conflictsWith).toBe(edited.includes(run) ? "summary" : null);
    }
  });

  test("files read again: between 1 and 5, never more than five", () => {
    for (const run of runs)
      expect(returned(of(run)).filter((row) => row.item === "file")).toHaveLength(article.filesReadAgain[run]);
  });
});

describe("Numbers, for the record", () => {
  for (const run of runs)
    test(run, () => {
      const row = boundaries(of(run))[0];
      expect({
        preTokens: row?.preTokens,
        postTokens: row?.postTokens,
        durationMs: row?.durationMs,
        firstRequestAfter: row?.firstRequestAfter,
        summaryChars: row?.summaryChars,
      }).toEqual(article.numbers[run]);
      expect(row?.lastRequestBefore).toBe(article.lastRequestBefore[run]);
    });

  test("the controls without a compaction sent 23,938 tokens with their probe", () => {
    for (const control of ["BC1", "BC2"]) {
      expect(boundaries(of(control))).toEqual([]);
      expect(usage(of(control)).at(-1)?.context).toBe(23_938);
    }
  });
});

describe("the filter over the attachments after the boundary", () => {
  const carriers = ["file", "invoked_skills", "instructions", "skill_listing", "hook_success"];

  for (const run of runs)
    test(`prints for ${run} what the article's filter prints`, () => {
      const rows = markersByCarrier(of(run), [marker]).filter((row) => carriers.includes(row.carrier));
      const expected = article.after[run].filter((one: { carrier: string }) => one.carrier !== "summary");
      expect(rows.map((row) => [`attachment/${row.carrier}`, row.markers])).toEqual(
        expected.map((one: { carrier: string; markers: string[] }) => [one.carrier, [...one.markers].sort().join(" ")]),
      );
    });
});
