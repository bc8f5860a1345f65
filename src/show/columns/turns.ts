import type { TurnRow } from "../../queries/turns.js";
import { headOf, lineOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const turnsColumns: ColumnsOf<TurnRow> = {
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
};
