import { missing } from "../../queries/missing.js";
import { missingColumns } from "../../show/columns/missing.js";
import { verbOf } from "../verb.js";

export const missingVerb = verbOf({
  name: "missing",
  question: "What stood in context before each compaction and did not come back, and why?",
  example: "tidemark missing session.jsonl",
  next: ['tidemark trace session.jsonl --marker "text"', "where a text still stands"],
  query: missing,
  columns: missingColumns,
  none: "nothing is missing",
  ofBoundaries: true,
});
