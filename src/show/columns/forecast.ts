import type { ForecastRow } from "../../queries/forecast.js";
import type { ColumnsOf } from "../column.js";

export const forecastColumns: ColumnsOf<ForecastRow> = {
  prediction: "prediction",
  item: "item",
  name: "name",
  reason: "reason",
  tokens: "tokens",
  line: "evidence",
};
