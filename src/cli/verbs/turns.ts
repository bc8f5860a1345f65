import { turns } from "../../queries/turns.js";
import { headOf, lineOf, sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const turnsVerb = verbOf({
  name: "turns",
  summary: "each prompt with its requests, tool calls and time",
  question: "What was asked, and how many requests, tool calls and milliseconds did each turn take?",
  example: "tidemark turns session.jsonl",
  query: turns,
  columns: {
    turn: "turn",
    chain: sideChain,
    by: (row) => (row.startedBy === "prompt" ? null : row.startedBy),
    state: (row) => (row.state === "closed" ? null : row.state),
    requests: "requests",
    tools: "toolCalls",
    ms: "durationMs",
    "#": "boundary",
    line: (row) => lineOf(row.line),
    prompt: (row) => headOf(row.prompt),
  },
  none: "no turn",
});
