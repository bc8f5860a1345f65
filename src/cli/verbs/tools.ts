import { tools } from "../../queries/tools.js";
import { lineOf, sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const toolsVerb = verbOf({
  name: "tools",
  summary: "each tool call with its result",
  question: "Which tools were called, and what became of each call?",
  example: "tidemark tools session.jsonl",
  query: tools,
  columns: {
    tool: "tool",
    state: (row) => (row.state === "paired" ? null : row.state),
    ok: "ok",
    path: "path",
    chars: "resultChars",
    ms: "durationMs",
    "#": "boundary",
    chain: sideChain,
    line: (row) => lineOf(row.line),
  },
  none: "no tool was called",
});
