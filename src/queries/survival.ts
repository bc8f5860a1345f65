import { compareVersions } from "../../schemas/versions/compare.js";
import type { Place } from "../read/place.js";
import type { Item } from "../timeline/carried.js";
import { grouped } from "../timeline/grouped.js";
import { several } from "../timeline/several.js";
import type { Timeline } from "../timeline/timeline.js";
import { derived, inferred, type Row } from "./row.js";
import { type BoundaryTrials, type Feature, type Trial, trialsOf } from "./survival-trials.js";
import { wilson } from "./wilson.js";
import { withoutCopies } from "./without-copies.js";

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
 * `missing` tells. A file that came back as a path only did not survive. Of several sessions a boundary counts once, also
 * where a fork or another copy of a session holds it too.
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
  return survivalOf(Array.from(several(timelines), sessionTrials));
}

/** What stood before the boundaries of a session, and what became of it. */
export interface SessionTrials {
  sessionId: string | null;
  boundaries: BoundaryTrials[];
}

export const sessionTrials = (timeline: Timeline): SessionTrials => ({
  sessionId: timeline.sessionId,
  boundaries: trialsOf(timeline),
});

/** The rates over several sessions; a boundary that a fork copied counts once. */
export function survivalOf(sessions: readonly SessionTrials[]): SurvivalRow[] {
  const sessionId = sessions.length === 1 ? (sessions[0]?.sessionId ?? null) : null;
  const own = withoutCopies(
    sessions.map(({ boundaries }) => boundaries),
    ({ boundary }) => [boundary],
  );
  const trials = own.flatMap(({ boundary, trials }) => trials.map((trial): TrialAt => ({ boundary, ...trial })));
  return [...grouped(trials, ({ item }) => item)].flatMap(([item, some]) =>
    features.flatMap((by) =>
      talliesBy(by, some).map(([value, tally]) => rowOfTally(sessionId, item, by, value, tally)),
    ),
  );
}

interface TrialAt extends Trial {
  boundary: Place;
}

const features: Feature[] = ["all", "source", "trigger", "cliVersion", "process", "model", "kept"];

type Outcome = Trial["outcome"];

/** Trials counted by their outcome, with the boundaries of each. */
interface Tally {
  counts: Record<Outcome, number>;
  boundaries: Record<Outcome, Set<Place>>;
  unjudgedWhy: string | null;
}

const newTally = (): Tally => ({
  counts: { lost: 0, "in part": 0, whole: 0, unjudged: 0 },
  boundaries: { lost: new Set(), "in part": new Set(), whole: new Set(), unjudged: new Set() },
  unjudgedWhy: null,
});

function add(tally: Tally, outcome: Outcome, { boundary, why, count }: TrialAt): void {
  if (outcome === "unjudged" && tally.counts.unjudged === 0) tally.unjudgedWhy = why;
  tally.counts[outcome] += count;
  tally.boundaries[outcome].add(boundary);
}

/** The trials by each value of a feature, versions oldest first. What was lost has no source, so each source is held against all trials. */
function talliesBy(by: Feature, trials: TrialAt[]): [value: string | null, Tally][] {
  const tallies = new Map<string | null, Tally>();
  if (by === "source") {
    for (const { source } of trials) if (source !== null) tallies.set(source, newTally());
    for (const [value, tally] of tallies)
      for (const trial of trials)
        add(tally, trial.source === null || trial.source === value ? trial.outcome : "lost", trial);
    return [...tallies];
  }
  for (const trial of trials) {
    const value = trial.features[by];
    if (value === undefined) continue;
    let tally = tallies.get(value);
    if (tally === undefined) {
      tally = newTally();
      tallies.set(value, tally);
    }
    add(tally, trial.outcome, trial);
  }
  return by === "cliVersion" ? [...tallies].sort(byVersion) : [...tallies];
}

/** What names no version comes last. */
const byVersion = ([a]: [string | null, Tally], [b]: [string | null, Tally]): number =>
  a === null ? 1 : b === null ? -1 : compareVersions(a, b);

function rowOfTally(
  sessionId: string | null,
  item: Item,
  by: Feature,
  value: string | null,
  { counts, boundaries, unjudgedWhy }: Tally,
): SurvivalRow {
  const { lost, whole, unjudged, "in part": inPart } = boundaries;
  const all = new Set([...lost, ...inPart, ...whole, ...unjudged]);
  const survived = counts.whole + counts["in part"];
  const n = survived + counts.lost;
  const judgement =
    by === "kept"
      ? inferred("Paths and commands are told by their tool calls, the rest by the look of the text.")
      : derived(`Counted over ${all.size} boundaries: what stood before each against what was there after it.`);
  return {
    sessionId,
    at: null,
    grade: judgement.grade,
    why: judgement.why,
    evidence: [...all],
    item,
    by,
    value,
    n,
    survived,
    truncated: counts["in part"],
    unjudged: unjudged.size,
    unjudgedWhy,
    ...wilson(survived, n),
  };
}
