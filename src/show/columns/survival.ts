import type { SurvivalRow } from "../../queries/survival.js";
import type { ColumnsOf } from "../column.js";
import { count } from "../count.js";

export const survivalColumns: ColumnsOf<SurvivalRow> = {
  item: "item",
  by: "by",
  value: "value",
  survived: (row) => `${count(row.survived)}/${count(row.n)}`,
  rate: ({ rate }) => (rate === null ? null : percent(rate)),
  "95 %": ({ low, high }) => (low === null || high === null ? null : `${percent(low)} to ${percent(high)}`),
  "in part": (row) => row.truncated || null,
  unjudged: (row) => row.unjudged || null,
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
