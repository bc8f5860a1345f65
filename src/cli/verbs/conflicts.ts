import { type ConflictRow, conflicts } from "../../queries/conflicts.js";
import { conflictsColumns } from "../../show/columns/conflicts.js";
import { verbOf } from "../verb.js";

export const conflictsVerb = verbOf<ConflictRow>({
  name: "conflicts",
  question: "Where does an older text stand beside a newer one of the same thing after a compaction?",
  example: "tidemark conflicts session.jsonl --json",
  next: ["tidemark context session.jsonl", "all that stands in context, in order"],
  query: (timeline) => conflicts(timeline),
  columns: conflictsColumns,
  under: ({ older, newer }) =>
    [older, newer].flatMap(({ source, text }) => (text === null ? [] : [`${source}: ${text}`])),
  none: "no older text stands beside a newer one",
  ofBoundaries: true,
});
