import type { DirectoryRow } from "../../queries/directories.js";
import { linesOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const directoriesColumns: ColumnsOf<DirectoryRow> = {
  cwd: "cwd",
  branch: "branch",
  lines: linesOf,
  chain: sideChain,
};
