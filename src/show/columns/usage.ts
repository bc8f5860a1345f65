import type { UsageRow } from "../../queries/usage.js";
import { sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const usageColumns: ColumnsOf<UsageRow> = {
  at: "at",
  chain: sideChain,
  "#": "boundary",
  input: "input",
  output: "output",
  "cache read": "cacheRead",
  context: "context",
  line: "evidence",
};
