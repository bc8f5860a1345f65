import type { ConflictRow } from "../../queries/conflicts.js";
import { graded, lineOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const conflictsColumns: ColumnsOf<ConflictRow> = {
  "#": "boundary",
  chain: sideChain,
  name: "name",
  older: (row) => `${graded(row.older.source, row.grade)}:${row.older.line}`,
  newer: (row) => `${row.newer.source}:${row.newer.line}`,
  retired: (row) => lineOf(row.retiredAt),
};
