import type { ContextChangeRow } from "../../queries/context-change.js";
import { sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const contextChangeColumns: ColumnsOf<ContextChangeRow> = {
  "#": "boundary",
  chain: sideChain,
  part: "part",
  things: "things",
  chars: "chars",
  tokens: "tokens",
  grade: "grade",
  line: "evidence",
};
