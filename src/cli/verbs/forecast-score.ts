import type { ForecastScoreRow, SessionScores } from "../../queries/forecast-score.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { forecastScoreColumns } from "../../show/columns/forecast-score.js";
import { placedAnswers } from "../placed-answers.js";
import { placeIn } from "../rows-of.js";
import { askingOf } from "../verb.js";

/** What `forecast --score` asks: how well forecasts met what came back, over all sessions together. */
export const forecastScores = askingOf<ForecastScoreRow, { rules?: Sourced<RuleSet> }>({
  withoutPath: "all sessions",
  async total(sessions, { rules }) {
    const { forecastScoreOf, sessionScores } = await import("../../queries/forecast-score.js");
    const asked = sessions.ask((timeline) => sessionScores(timeline, rules));
    return forecastScoreOf(await placedAnswers(asked, placedIn));
  },
  columns: forecastScoreColumns,
  none: "no boundary can judge a forecast",
});

const placedIn = (file: string, { sessionId, scores }: SessionScores): SessionScores => ({
  sessionId,
  scores: scores.map((one) => ({ ...one, boundary: placeIn(file, one.boundary) })),
});
