import type { MessageRow } from "../../queries/messages.js";
import { headOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const messagesColumns: ColumnsOf<MessageRow> = {
  line: "evidence",
  at: "at",
  "#": "boundary",
  chain: sideChain,
  blocks: (row) => row.blocks.join(" "),
  text: (row) => (row.text === "" ? null : headOf(row.text)),
};
