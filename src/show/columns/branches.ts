import type { BranchRow } from "../../queries/branches.js";
import { headOf, lineOf, linesOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const branchesColumns: ColumnsOf<BranchRow> = {
  branch: "branch",
  active: "active",
  fork: (row) => lineOf(row.forkLine),
  messages: "messages",
  lines: linesOf,
  "#": "boundary",
  chain: sideChain,
  prompt: (row) => headOf(row.prompt),
};
