import type { ForecastScoreRow } from "../../queries/forecast-score.js";
import type { ColumnsOf } from "../column.js";

export const forecastScoreColumns: ColumnsOf<ForecastScoreRow> = {
  item: "item",
  boundaries: "boundaries",
  forecast: "predicted",
  "came back": "happened",
  both: "hits",
  precision: ({ precision }) => percent(precision),
  recall: ({ recall }) => percent(recall),
};

const percent = (share: number | null): string | null => (share === null ? null : `${Math.round(share * 100)} %`);
