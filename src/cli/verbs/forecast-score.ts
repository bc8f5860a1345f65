import type { ForecastScoreRow } from "../../queries/forecast-score.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { forecastScoreColumns } from "../../show/columns/forecast-score.js";
import { askingOf } from "../verb.js";

/** What `forecast --score` asks: how well forecasts met what came back, over all sessions together. */
export const forecastScores = askingOf<ForecastScoreRow, { rules?: Sourced<RuleSet> }>({
  withoutPath: "all sessions",
  query: async (timeline, { rules }) =>
    (await import("../../queries/forecast-score.js")).forecastScore(timeline, rules),
  merge: addScores,
  columns: forecastScoreColumns,
  none: "no boundary can judge a forecast",
});

/** Adds the counts of one more session: the answer is then that of `forecastScore` over all sessions together. */
function addScores(answer: ForecastScoreRow[], rows: ForecastScoreRow[]): void {
  for (const row of rows) {
    const known = answer.find(({ item }) => item === row.item);
    if (known === undefined) {
      answer.push(row);
      continue;
    }
    for (const number of ["boundaries", "predicted", "happened", "hits"] as const) known[number] += row[number];
    for (const place of row.evidence) known.evidence.push(place);
    known.sessionId = null;
    known.precision = known.predicted === 0 ? null : known.hits / known.predicted;
    known.recall = known.happened === 0 ? null : known.hits / known.happened;
  }
}
