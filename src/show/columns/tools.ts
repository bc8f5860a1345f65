import type { ToolRow } from "../../queries/tools.js";
import { lineOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const toolsColumns: ColumnsOf<ToolRow> = {
  tool: "tool",
  state: (row) => (row.state === "paired" ? null : row.state),
  ok: "ok",
  path: "path",
  chars: "resultChars",
  ms: "durationMs",
  "#": "boundary",
  chain: sideChain,
  line: (row) => lineOf(row.line),
};
