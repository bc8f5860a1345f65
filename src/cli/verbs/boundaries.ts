import { boundaries } from "../../queries/boundaries.js";
import { sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const boundariesVerb = verbOf({
  name: "boundaries",
  summary: "each compaction: trigger, tokens, requests before and after",
  question: "When was a session compacted, and how large was it before and after?",
  example: "tidemark boundaries ~/.claude/projects --json",
  query: boundaries,
  stored: ["boundaries"],
  columns: {
    "#": "boundary",
    chain: sideChain,
    what: (row) => (row.kind === "compact" ? null : "micro"),
    at: "at",
    trigger: "trigger",
    before: "preTokens",
    after: "postTokens",
    ms: "durationMs",
    "first req": "firstRequestAfter",
    line: "evidence",
  },
  none: "no compaction boundary",
});
