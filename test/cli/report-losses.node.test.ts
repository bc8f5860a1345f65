import { expect, test } from "vitest";
import type { ConflictRow, MissingRow } from "../../src/index.js";
import { conflictFacts, lossFacts } from "../../src/show/losses.js";

const row = (item: MissingRow["item"], name: string, reason: MissingRow["reason"], grade: MissingRow["grade"]) => ({
  boundary: 1,
  chain: "main",
  item,
  name,
  reason,
  lastSeen: 7,
  sessionId: null,
  at: null,
  grade,
  evidence: [],
  why: null,
});

test("of each reason two are named, more are counted", () => {
  const files = ["a.ts", "b.ts"].map((name) => row("file", `/w/${name}`, "beyond-file-limit", "inferred"));
  expect(lossFacts(files, "/w")).toEqual([["lost", "2 files (a.ts, b.ts: beyond file limit?)"]]);
  const more = [...files, row("file", "/w/c.ts", "path-only", "observed")];
  expect(lossFacts(more, "/w")).toEqual([["lost", "3 files (a.ts, b.ts: beyond file limit?; c.ts: path only)"]]);
  const many = ["c.ts", "d.ts"].map((name) => row("file", `/w/${name}`, "beyond-file-limit", "inferred"));
  expect(lossFacts([...files, ...many], "/w")).toEqual([
    ["lost", "4 files (a.ts, b.ts and 2 more: beyond file limit?)"],
  ]);
});

test("what came back cut, and what the record can't tell, is not called lost", () => {
  const rows = [
    row("other", "conversation", "summary-only", "observed"),
    row("skill", "deploy", "truncated", "observed"),
    row("skill", "review", "not-recorded", "unknown"),
    row("skill", "plan", "unknown", "unknown"),
    row("hook", "SessionStart:startup", "hook-capped", "observed"),
    row("skill-listing", "skill_listing", "not-reinjected", "derived"),
  ];
  expect(lossFacts(rows, null)).toEqual([
    ["lost", "1 skill (plan: ?), skill listing"],
    ["cut", "1 skill (deploy), 1 hook text (SessionStart:startup)"],
    ["unclear", "1 skill (review: not recorded)"],
  ]);
});

test("a conflict that is inferred has a question mark, and a long name loses its middle", () => {
  const conflict: ConflictRow = {
    ...row("file", `/w/${"deep/".repeat(30)}rules.md`, "unknown", "inferred"),
    older: { source: "summary", text: null, line: 4 },
    newer: { source: "disk", text: null, line: 9 },
    retiredAt: null,
  };
  const [[label, text] = ["", ""]] = conflictFacts([conflict], "/w", 60);
  expect(label).toBe("conflict?");
  expect(text).toMatch(/^deep.*….*rules\.md: summary \(line 4\), newer disk \(line 9\)$/);
  expect(text.length).toBe(60);
});
