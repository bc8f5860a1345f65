import { records } from "../../schemas/versions/recording.js";
import type { Place } from "../read/place.js";
import type { Item } from "../timeline/carried.js";
import { grouped } from "../timeline/grouped.js";
import { several } from "../timeline/several.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import type { BudgetOptions } from "./budget.js";
import { type ForecastRow, forecastAt } from "./forecast.js";
import { addTo, newPast, type Past } from "./forecast-past.js";
import { derived, type Row } from "./row.js";
import { charsByFour, newestRules, type RuleSet } from "./rule-sets.js";
import type { Sourced } from "./rules.js";
import { skillFates } from "./skill-fates.js";
import { silence } from "./verdict.js";
import { withoutCopies } from "./without-copies.js";

/** How well forecasts of one kind of thing met what really came back. */
export interface ForecastScoreRow extends Row {
  /** Kind of thing. */
  item: Item;
  /** Boundaries whose record can show it. */
  boundaries: number;
  /** Things that were forecast to come back. */
  predicted: number;
  /** Things that came back. */
  happened: number;
  /** Things that were forecast and came back. */
  hits: number;
  /** `hits / predicted`; null where nothing was forecast. */
  precision: number | null;
  /** `hits / happened`; null where nothing came back. */
  recall: number | null;
}

/**
 * Compares, at every recorded boundary, the forecast for the state just before it with what really came back.
 *
 * A file counts under `file` where it came back whole, or stayed in a kept message, and under `file-reference` where it
 * came back as a path. A boundary counts for an item only where its CLI version records the carrier, and a rewind's
 * partial compaction for none.
 *
 * Takes one timeline or many; a boundary that several hold, as a session and its fork do, counts once. Only what stood in
 * context before the boundary is counted. The skill listing counts as back where every name is.
 *
 * Known gaps: a compaction without any record is not there to be counted.
 *
 * @example
 * forecastScore(timeline).find((row) => row.item === "instructions")?.precision; // => 1
 */
export function forecastScore(
  timelines: Timeline | Iterable<Timeline>,
  ruleSet: Sourced<RuleSet> = newestRules,
  { estimate = charsByFour }: BudgetOptions = {},
): ForecastScoreRow[] {
  return forecastScoreOf(Array.from(several(timelines), (one) => sessionScores(one, ruleSet, estimate)));
}

/** How the forecasts of a session met what came back, boundary by boundary. */
export interface SessionScores {
  sessionId: string | null;
  scores: BoundaryScore[];
}

/** The same of one kind of thing at one boundary. */
interface BoundaryScore extends Pick<ForecastScoreRow, "item" | "predicted" | "happened" | "hits"> {
  boundary: Place;
}

export function sessionScores(
  timeline: Timeline,
  ruleSet: Sourced<RuleSet> = newestRules,
  estimate = charsByFour,
): SessionScores {
  const scores: BoundaryScore[] = [];
  const pasts = new Map<string, Past>();
  const whole = wholeOf(timeline);
  for (const standing of standingsOf(whole)) {
    const { cluster, chain } = standing;
    if (cluster === null) continue;
    const past = pasts.get(chain) ?? newPast();
    pasts.set(chain, past);
    const rows = forecastAt({ timeline, ruleSet, estimate, standing, past });
    addTo(past, whole, standing);
    if (!standsIn(timeline)(cluster.boundary)) continue;
    for (const [item, carrier] of judged) {
      if (records(cluster.boundary.cliVersion, carrier) !== "yes" || silence(cluster, carrier) !== null) continue;
      const formOf = ({ item: own, prediction }: ForecastRow): Item =>
        prediction === "reference" ? "file-reference" : own;
      const predicted = new Set(
        rows.filter((row) => row.prediction !== "lose" && formOf(row) === item).map(({ name }) => name),
      );
      const foreseen = new Set(
        rows.filter((row) => row.item === (item === "file-reference" ? "file" : item)).map(({ name }) => name),
      );
      const happened = [...cameBack(timeline, standing, item)].filter((name) => foreseen.has(name));
      const hits = happened.filter((name) => predicted.has(name)).length;
      const { place } = cluster.boundary;
      scores.push({ boundary: place, item, predicted: predicted.size, happened: happened.length, hits });
    }
  }
  return { sessionId: timeline.sessionId, scores };
}

/** The scores over several sessions; a boundary that a fork copied counts once. */
export function forecastScoreOf(sessions: readonly SessionScores[]): ForecastScoreRow[] {
  const own = withoutCopies(
    sessions.map(({ scores }) => scores),
    ({ boundary }) => [boundary],
  );
  const sessionId = sessions.length === 1 ? (sessions[0]?.sessionId ?? null) : null;
  const judgement = derived(
    "Counted over these boundaries: what was forecast before each against what was there after.",
  );
  return [...grouped(own, ({ item }) => item)].map(([item, some]) => {
    const sum = (field: "predicted" | "happened" | "hits"): number =>
      some.reduce((total, one) => total + one[field], 0);
    const [predicted, happened, hits] = [sum("predicted"), sum("happened"), sum("hits")];
    return {
      sessionId,
      at: null,
      evidence: some.map(({ boundary }) => boundary),
      ...judgement,
      item,
      boundaries: some.length,
      predicted,
      happened,
      hits,
      precision: predicted === 0 ? null : hits / predicted,
      recall: happened === 0 ? null : hits / happened,
    };
  });
}

/** Items that are judged, each with the carrier that must be recorded. */
const judged: ReadonlyMap<Item, string> = new Map([
  ["skill", "attachment/invoked_skills"],
  ["file", "attachment/file"],
  ["file-reference", "attachment/compact_file_reference"],
  ["nested-memory", "attachment/nested_memory"],
  ["instructions", "attachment/instructions"],
  ["hook", "attachment/hook_success"],
  ["skill-listing", "attachment/skill_listing"],
]);

/** Names, as the forecast gives them, of what is there after the boundary. */
function cameBack(timeline: Timeline, { cluster, returned, listed }: Standing, item: Item): Set<string> {
  if (cluster === null || returned === null) return new Set();
  switch (item) {
    case "skill":
      return new Set(
        (skillFates(timeline).get(cluster) ?? []).flatMap(({ fate, skill }) => (fate === "lost" ? [] : [skill.name])),
      );
    case "file":
    case "nested-memory":
      return new Set([...returned.files.keys(), ...returned.nestedMemories.keys()]);
    case "file-reference":
      return new Set(returned.references.keys());
    case "instructions":
      return new Set(returned.instructions.keys());
    case "hook":
      return new Set([...returned.hooks].flatMap(([command, { text }]) => (text === null ? [] : [command])));
    case "skill-listing":
      return new Set([...listed.keys()].every((name) => returned.listed.has(name)) ? ["skill_listing"] : []);
    default:
      return new Set();
  }
}
