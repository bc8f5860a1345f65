import { type ConflictingText, conflicts } from "../../queries/conflicts.js";
import { graded, headOf, lineOf, sideChain } from "../cells.js";
import { sessionVerb } from "../verb.js";

export const conflictsVerb = sessionVerb({
  name: "conflicts",
  summary: "an older text beside a newer one after a compaction",
  question: "Where does an older text stand beside a newer one of the same thing after a compaction?",
  example: "tidemark conflicts session.jsonl --json",
  query: (timeline) => conflicts(timeline),
  columns: {
    "#": "boundary",
    chain: sideChain,
    name: "name",
    older: (row) => graded(row.older.source, row.grade),
    line: (row) => lineOf(row.older.line),
    newer: (row) => row.newer.source,
    "line ": (row) => lineOf(row.newer.line),
    retired: (row) => lineOf(row.retiredAt),
    "older text": (row) => beginning(row.older),
    "newer text": (row) => beginning(row.newer),
  },
  none: "no older text stands beside a newer one",
});

const beginning = ({ text }: ConflictingText) => (text === null ? null : headOf(text));
