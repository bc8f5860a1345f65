import { headOf, lineOf, sideChain } from "../show/cells.js";
import type { ColumnsOf } from "../show/column.js";
import type { EventRow } from "./event-rows.js";

export const eventColumns: ColumnsOf<EventRow> = {
  line: (row) => lineOf(row.line),
  kind: "kind",
  "#": "boundary",
  chain: sideChain,
  name: "name",
  text: (row) => (row.text === null ? null : headOf(row.text)),
  chars: "chars",
  at: "at",
};
