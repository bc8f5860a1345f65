import type { RunRow } from "../../queries/runs.js";
import { linesOf } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const runsColumns: ColumnsOf<RunRow> = {
  run: "run",
  lines: linesOf,
  version: "cliVersion",
  entrypoint: "entrypoint",
  started: (row) => row.startedBy ?? (row.grade === "observed" ? null : "?"),
  at: "at",
};
