import { drift } from "../../queries/drift.js";
import { mergeDrift } from "../../queries/merge-drift.js";
import { driftColumns } from "../../show/columns/drift.js";
import { verbOf } from "../verb.js";

export const driftVerb = verbOf({
  name: "drift",
  question:
    "Which kinds of entries do the schemas of this version not know, and which fields have an unexpected shape?",
  example: "tidemark drift ~/.claude/projects",
  next: ["tidemark check session.jsonl", "the lines in which it stands"],
  withoutPath: "all sessions",
  query: (timeline) => drift(timeline),
  merge: mergeDrift,
  columns: driftColumns,
  none: "nothing unknown: every kind is known, and known fields have the expected shape",
  fault: (rows) => rows.length > 0,
});
