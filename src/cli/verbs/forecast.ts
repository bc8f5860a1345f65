import { boundaries } from "../../queries/boundaries.js";
import { type ForecastRow, forecast } from "../../queries/forecast.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { forecastColumns } from "../../show/columns/forecast.js";
import { lossesOf, lossLine } from "../../systems/forecast/losses.js";
import type { Timeline } from "../../timeline/timeline.js";
import { wholeNumber } from "../option.js";
import { rulesOption } from "../rules-option.js";
import { verbOf } from "../verb.js";
import { forecastScores } from "./forecast-score.js";

interface Given {
  before?: number;
  score?: boolean;
  rules?: Sourced<RuleSet>;
}

export const forecastVerb = verbOf<ForecastRow, Given>({
  name: "forecast",
  question: "What would a compaction at the end of the session, or did one that is recorded, keep, cut and lose?",
  example: "tidemark forecast session.jsonl --before 1",
  next: ["tidemark setup forecast", "the forecast in the status line, and as a hook"],
  also: `Run by Claude Code (tidemark setup puts it into your settings):
  --status-line      one line for the status line: what would be lost, counted
  --stop             a Stop hook that warns once of what matters and would go
  --at <percent>     with --stop: from so full a context on (default: 80)
  --window <tokens>  with --stop: size of the context (default: as the status
                     line was told, else 200,000)`,
  options: {
    before: {
      placeholder: "<number>",
      help: "as it stood before this boundary (default: at the end)",
      parse: wholeNumber,
      not: "score",
    },
    score: { help: "how well forecasts met what came back, over all boundaries that are recorded" },
    rules: rulesOption,
  },
  instead: ({ score }) => (score === true ? forecastScores : null),
  other: ["--score", forecastScores],
  query: (timeline, { before, rules }, file) => {
    if (before !== undefined) requireBoundary(timeline, before, file);
    return forecast(timeline, rules, { before });
  },
  columns: forecastColumns,
  sum: (rows) => lossLine(lossesOf(rows), true),
  none: "nothing stands in context that a compaction could lose",
});

function requireBoundary(timeline: Timeline, before: number, file: string): void {
  const known = boundaries(timeline).filter(({ chain, kind }) => chain === "main" && kind === "compact");
  if (known.some(({ boundary }) => boundary === before)) return;
  const choice = known.length === 0 ? "leave --before out" : `give --before from 1 to ${known.length}`;
  throw new TranscriptError("wrong-option", `${file}: has no boundary ${before}; ${choice}`);
}
