import { boundaries } from "../../queries/boundaries.js";
import { boundariesColumns } from "../../show/columns/boundaries.js";
import { verbOf } from "../verb.js";

export const boundariesVerb = verbOf({
  name: "boundaries",
  question: "When was a session compacted, and how large was it before and after?",
  example: "tidemark boundaries ~/.claude/projects --json",
  next: ["tidemark change session.jsonl", "what the requests around each one differ in"],
  query: boundaries,
  stored: ["boundaries"],
  columns: boundariesColumns,
  none: "no compaction boundary",
});
