import { type ConflictRow, conflicts } from "../../queries/conflicts.js";
import { graded, lineOf, sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const conflictsVerb = verbOf<ConflictRow>({
  name: "conflicts",
  summary: "an older text beside a newer one after a compaction",
  question: "Where does an older text stand beside a newer one of the same thing after a compaction?",
  example: "tidemark conflicts session.jsonl --json",
  query: (timeline) => conflicts(timeline),
  columns: {
    "#": "boundary",
    chain: sideChain,
    name: "name",
    older: (row) => `${graded(row.older.source, row.grade)}:${row.older.line}`,
    newer: (row) => `${row.newer.source}:${row.newer.line}`,
    retired: (row) => lineOf(row.retiredAt),
  },
  under: ({ older, newer }) =>
    [older, newer].flatMap(({ source, text }) => (text === null ? [] : [`${source}: ${text}`])),
  none: "no older text stands beside a newer one",
});
