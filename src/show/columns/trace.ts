import type { TraceRow } from "../../queries/trace.js";
import { lineOf, sideChain, sourceShown } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const traceColumns: ColumnsOf<TraceRow> = {
  "#": "boundary",
  chain: sideChain,
  side: "side",
  marker: "marker",
  source: sourceShown,
  name: "name",
  line: (row) => lineOf(row.line),
  carrier: "carrier",
};
