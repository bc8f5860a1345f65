import { type UsageRow, usage } from "../../queries/usage.js";
import { sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const usageVerb = verbOf<UsageRow>({
  name: "usage",
  summary: "tokens of each request, every message once",
  question: "How many tokens did each request take?",
  example: "tidemark usage ~/.claude/projects --json",
  query: (timeline) => usage(timeline),
  once: "messageId",
  columns: {
    at: "at",
    chain: sideChain,
    "#": "boundary",
    input: "input",
    output: "output",
    "cache read": "cacheRead",
    context: "context",
    line: "evidence",
  },
  none: "no request",
});
