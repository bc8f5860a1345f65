import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { boundaries, drift, openTimeline, returned } from "../../src/node.js";
import { sharedFolder } from "../shared.js";

const shared = sharedFolder();
const manifest =
  shared === null
    ? []
    : readFileSync(join(shared, "corpus", "manifest.tsv"), "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split("\t"))
        .map((cells) => ({
          file: cells[0] as string,
          lines: Number(cells[4]),
          boundaries: Number(cells[7]),
          malformed: Number(cells[10]),
        }));

/** What real transcripts hold, with the reason why each is no fault of the reader. */
const explained: Record<string, string> = {
  "joined-line": "an append after a line that lacked its newline",
  "replayed-entry": "the last entry was written once more at a resume",
  "forward-parent": "a row was flushed before the row it hangs under",
  "dangling-parent": "the parent was never written",
  "call-without-result": "the copy ends while a tool runs, or the turn was interrupted",
  "logical-parent-absent": "absent at 30 of 118 real boundaries",
  "kept-absent": "some kept messages were never written (5 of 17 real boundaries)",
};

describe.skipIf(shared === null)(`corpus${shared === null ? " (skipped: no ../shared folder)" : ""}`, () => {
  for (const { file, lines, boundaries: expected, malformed } of manifest) {
    test(`${file} reads whole`, async () => {
      const timeline = await openTimeline(join(shared as string, "corpus", file), { subagents: false });
      const counts = Object.values(timeline.files[0]?.lines ?? {}) as number[];
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lines);
      expect(drift(timeline).filter((row) => row.verdict === "unknown-kind")).toEqual([]);
      expect(boundaries(timeline).filter((row) => row.kind === "compact")).toHaveLength(expected);
      const bad = timeline.issues.filter((issue) =>
        ["unreadable-line", "joined-line", "torn-line"].includes(issue.code),
      );
      expect(bad.length).toBeLessThanOrEqual(Math.max(malformed, 0));
      expect([...new Set(timeline.issues.map((issue) => issue.code))].filter((code) => !(code in explained))).toEqual(
        [],
      );
      for (const issue of timeline.issues) expect(issue.place.line).toBeGreaterThan(0);
    });

    test(`${file}: at most five files come back at a boundary, and every skill as it was invoked`, async () => {
      const timeline = await openTimeline(join(shared as string, "corpus", file), { subagents: false });
      const rows = returned(timeline);
      for (const boundary of new Set(rows.map((row) => row.boundary))) {
        const files = rows.filter(
          (row) => row.boundary === boundary && row.phase === "boundary" && row.item.startsWith("file"),
        );
        expect([0, 5]).toContain(files.length);
      }
      expect(rows.filter((row) => row.item === "skill" && row.relation !== "equal")).toEqual([]);
    });
  }

  test("the newest lines are all of known kinds", async () => {
    for (const file of [
      "shapes.jsonl",
      "auto-2.1.269.skeleton.jsonl",
      "subagent-after-compaction-2.1.280.skeleton.jsonl",
    ]) {
      const timeline = await openTimeline(join(shared as string, "records", "newest", file), { subagents: false });
      expect(drift(timeline)).toEqual([]);
      expect(timeline.files[0]?.lines["unknown-entry"]).toBe(0);
    }
  });
});
