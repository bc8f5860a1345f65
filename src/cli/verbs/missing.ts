import { missing } from "../../queries/missing.js";
import { lineOf, reasonShown, sideChain } from "../cells.js";
import { sessionVerb } from "../verb.js";

export const missingVerb = sessionVerb({
  name: "missing",
  summary: "what was in context before a compaction and not after it, and why",
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
