import { returned } from "../../queries/returned.js";
import { returnedColumns } from "../../show/columns/returned.js";
import { verbOf } from "../verb.js";

export const returnedVerb = verbOf({
  name: "returned",
  question: "What came back after each compaction, and from where?",
  example: "tidemark returned session.jsonl",
  next: ["tidemark missing session.jsonl", "what did not come back, and why"],
  query: returned,
  columns: returnedColumns,
  none: "nothing that came back is recorded",
  ofBoundaries: true,
});
