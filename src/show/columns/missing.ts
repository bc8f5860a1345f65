import type { MissingRow } from "../../queries/missing.js";
import { lineOf, reasonShown, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const missingColumns: ColumnsOf<MissingRow> = {
  "#": "boundary",
  chain: sideChain,
  item: "item",
  name: "name",
  reason: reasonShown,
  "last seen": (row) => lineOf(row.lastSeen),
};
