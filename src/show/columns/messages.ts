import type { MessageRow } from "../../queries/messages.js";
import { headOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const messagesColumns: ColumnsOf<MessageRow> = {
  at: "at",
  "#": "boundary",
  chain: sideChain,
  model: "model",
  blocks: (row) => row.blocks.join(", "),
  tools: (row) => row.toolCalls || null,
  line: "evidence",
  text: (row) => (row.text === "" ? null : headOf(row.text)),
};
