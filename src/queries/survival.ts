import type { Item } from "../timeline/carried.js";
import { grouped } from "../timeline/grouped.js";
import type { Timeline } from "../timeline/timeline.js";
import { derived, inferred, type Row } from "./row.js";
import { type Feature, type Trial, trialsOf } from "./survival-trials.js";
import { wilson } from "./wilson.js";

/** How often one kind of thing survived compaction, over all boundaries or over those that share a feature. */
export interface SurvivalRow extends Row {
  item: Item;
  /** The feature. With `source`, `survived` counts what came back from there, of all; with `kept`, what the summary holds. */
  by: Feature;
  /** Value of the feature; null with `all`, and where it is not recorded. */
  value: string | null;
  /** Things that could be judged, once for each boundary they stood before. */
  n: number;
  /** Of them, those that were there after it, whole or in part. */
  survived: number;
  /** Of those, the ones that came back in part. */
  truncated: number;
  /** `survived` of `n`, 0 to 1; null where nothing could be judged. */
  rate: number | null;
  /** Wilson interval of 95 %. */
  low: number | null;
  high: number | null;
  /** Boundaries at which such a thing could not be judged. */
  unjudged: number;
  /** Why not, in the words of the first of them. */
  unjudgedWhy: string | null;
}

/**
 * Gives the rates at which files, nested instruction files, instructions, skills, texts of `SessionStart` hooks and the
 * skill listing survived compaction: what stood in context before a boundary, and whether it was there after it, as
 * `missing` tells. A file that came back as a path only did not survive.
 *
 * `process` compares the process that last sent a thing with the one that compacted: `same process`, `another process`
 * or `not known`. Rows of the item `summary` count what a summary holds verbatim: paths of tool calls, first lines of
 * Bash commands, and of prompts and replies numbers of three digits or more, lines such as `Decided: …`, questions.
 *
 * Known gaps: those of `missing`; a thing counts as back whatever its new text is.
 *
 * @example
 * const skill = survival(timeline).find((row) => row.by === "all" && row.item === "skill");
 * [skill?.survived, skill?.n]; // => [2, 3]
 */
export function survival(timelines: Timeline | Iterable<Timeline>): SurvivalRow[] {
  const all = Symbol.iterator in timelines ? [...timelines] : [timelines];
  const sessionId = all.length === 1 ? (all[0]?.sessionId ?? null) : null;
  return [...grouped(all.flatMap(trialsOf), ({ item }) => item)].flatMap(([item, trials]) =>
    features.flatMap((by) =>
      [...valuesOf(by, trials)].map(([value, some]) => rowOfTrials(sessionId, item, by, value, some)),
    ),
  );
}

const features: Feature[] = ["all", "source", "trigger", "cliVersion", "process", "model", "kept"];

/** The trials by each value of a feature. What was lost has no source, so each source is held against all trials. */
function valuesOf(by: Feature, trials: Trial[]): Map<string | null, Trial[]> {
  if (by !== "source")
    return grouped(
      trials.filter(({ features }) => features[by] !== undefined),
      ({ features }) => features[by] ?? null,
    );
  const sources = new Set(trials.flatMap(({ source }) => source ?? []));
  const from = (source: string, trial: Trial): Trial => {
    if (trial.source === null || trial.source === source) return trial;
    const { boundary, item, why, features } = trial;
    return { boundary, item, outcome: "lost", why, source: trial.source, features };
  };
  return new Map(Array.from(sources, (source) => [source, trials.map((trial) => from(source, trial))]));
}

function rowOfTrials(
  sessionId: string | null,
  item: Item,
  by: Feature,
  value: string | null,
  trials: Trial[],
): SurvivalRow {
  const having = grouped(trials, ({ outcome }) => outcome);
  const of = (outcome: Trial["outcome"]): Trial[] => having.get(outcome) ?? [];
  const boundaries = (some: Trial[]) => [...new Set(some.map(({ boundary }) => boundary))];
  const n = trials.length - of("unjudged").length;
  const survived = of("whole").length + of("in part").length;
  const judgement =
    by === "kept"
      ? inferred("Paths and commands are told by their tool calls, the rest by the look of the text.")
      : derived(
          `Counted over ${boundaries(trials).length} boundaries: what stood before each against what was there after it.`,
        );
  return {
    sessionId,
    at: null,
    ...judgement,
    evidence: boundaries([...of("lost"), ...of("in part"), ...of("whole"), ...of("unjudged")]).map(
      ({ place }) => place,
    ),
    item,
    by,
    value,
    n,
    survived,
    truncated: of("in part").length,
    ...wilson(survived, n),
    unjudged: boundaries(of("unjudged")).length,
    unjudgedWhy: of("unjudged")[0]?.why ?? null,
  };
}
