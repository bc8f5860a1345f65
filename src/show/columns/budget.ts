import type { BudgetDeviationRow } from "../../queries/budget-deviations.js";
import { sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const budgetColumns: ColumnsOf<BudgetDeviationRow> = {
  "#": "boundary",
  chain: sideChain,
  name: "name",
  predicted: "predicted",
  observed: "observed",
  agrees: "agrees",
  tokens: "tokens",
  order: "order",
  "kept chars": "keptChars",
  line: "evidence",
};
