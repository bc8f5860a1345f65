import type { BoundaryRow } from "../../queries/boundaries.js";
import { sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const boundariesColumns: ColumnsOf<BoundaryRow> = {
  "#": "boundary",
  chain: sideChain,
  what: (row) => (row.kind === "compact" ? null : "micro"),
  at: "at",
  trigger: "trigger",
  before: "preTokens",
  after: "postTokens",
  ms: "durationMs",
  "first req": "firstRequestAfter",
  line: "evidence",
};
