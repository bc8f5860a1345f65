import { missing } from "../../queries/missing.js";
import { lineOf, reasonShown, sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const missingVerb = verbOf({
  name: "missing",
  summary: "what stood in context before a compaction and not after it",
  question: "What stood in context before each compaction and did not come back, and why?",
  example: "tidemark missing session.jsonl",
  query: missing,
  columns: {
    "#": "boundary",
    chain: sideChain,
    item: "item",
    name: "name",
    reason: reasonShown,
    "last seen": (row) => lineOf(row.lastSeen),
  },
  none: "nothing is missing",
});
