import { returned } from "../../queries/returned.js";
import { charsShown, sideChain, sourceShown } from "../cells.js";
import { verbOf } from "../verb.js";

export const returnedVerb = verbOf({
  name: "returned",
  summary: "what came back after each compaction, and from where",
  question: "What came back after each compaction, and from where?",
  example: "tidemark returned session.jsonl",
  query: returned,
  columns: {
    "#": "boundary",
    chain: sideChain,
    item: "item",
    name: "name",
    source: sourceShown,
    chars: charsShown,
    relation: "relation",
    line: "evidence",
  },
  none: "nothing that came back is recorded",
});
