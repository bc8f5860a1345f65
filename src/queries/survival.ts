import type { Item } from "../timeline/carried.js";
import type { Cluster } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import { runsOf } from "../timeline/runs.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import type { Place } from "../read/place.js";
import { keptBySummary } from "./kept-by-summary.js";
import { type MissingRow, missing } from "./missing.js";
import type { Source } from "./provenance.js";
import { returned } from "./returned.js";
import type { Row } from "./row.js";
import { skillFates } from "./skill-fates.js";
import { silence } from "./verdict.js";
import { wilson } from "./wilson.js";

/** How often one kind of thing survived a compaction, over all boundaries or over those that share a feature. */
export interface SurvivalRow extends Row {
  item: Item;
  /** The feature; `source` counts how many came back from there, of all; `kept` what the summary holds word for word. */
  by: "all" | "source" | "trigger" | "cliVersion" | "process" | "model" | "kept";
  /** Value of the feature; null with `all`, and where it is not recorded. */
  value: string | null;
  /** Things at boundaries that could be judged: one that stood before two boundaries counts twice. */
  n: number;
  /** Of them, those that came back, also in part. */
  survived: number;
  /** Of those, the ones that came back in part. */
  truncated: number;
  /** `survived` of `n`, 0 to 1; null where nothing could be judged. */
  rate: number | null;
  /** Wilson interval of 95 %. */
  low: number | null;
  high: number | null;
  /** Boundaries at which some such thing could not be judged. */
  unjudged: number;
  /** Why not, in the words of the first of them. */
  unjudgedWhy: string | null;
}

/** One thing at one boundary that it stood before. */
interface Trial {
  boundary: Place;
  item: Item;
  outcome: "whole" | "in part" | "lost" | "unjudged";
  /** Why it could not be judged. */
  why: string | null;
  source: Source | null;
  features: Map<SurvivalRow["by"], string | null>;
}

/**
 * Gives the rate at which files, nested instruction files, instructions, skills, texts of `SessionStart` hooks and the
 * skill listing survived compaction: what stood in context before a boundary, and whether it was there after it, as
 * `missing` says. A large file that came back as a path only did not survive.
 *
 * `process` compares the process in which the thing was last seen with the one that compacted (recorded from 2.1.201;
 * else by the signs of `runs`). Rows of the item `summary` count what it kept verbatim: paths, first lines of commands,
 * numbers of three digits or more, lines such as `Decided: …`, questions.
 *
 * Known gaps: as for `missing`; where an edit outside the session changed a text, its return still counts.
 *
 * @example
 * survival(timelines).filter((row) => row.by === "all").map((row) => [row.item, row.survived, row.n]); // [["skill", 6, 8]]
 */
export function survival(timelines: Timeline | Iterable<Timeline>): SurvivalRow[] {
  const all = [...(Symbol.iterator in timelines ? timelines : [timelines])];
  const byItem = Map.groupBy(all.flatMap(trialsOf), ({ item }) => item);
  const sessionId = all.length === 1 ? (all[0]?.sessionId ?? null) : null;
  return [...byItem].flatMap(([item, trials]) =>
    groupsOf(trials).map((group) => ({ sessionId, at: null, item, ...rowOfGroup(group) })),
  );
}

interface Group {
  by: SurvivalRow["by"];
  value: string | null;
  trials: Trial[];
}

const featureOrder: SurvivalRow["by"][] = ["all", "source", "trigger", "cliVersion", "process", "model", "kept"];

/** The trials of one item by each value of each feature, in the order of `featureOrder`. */
function groupsOf(trials: Trial[]): Group[] {
  return featureOrder.flatMap((by) => {
    if (by === "source") return groupsBySource(trials);
    const having = trials.filter(({ features }) => features.has(by));
    return Array.from(Map.groupBy(having, ({ features }) => features.get(by) ?? null), ([value, trials]) => ({ by, value, trials }));
  });
}

/** What came back has a source and what was lost has none, so each source is held against all trials. */
function groupsBySource(trials: Trial[]): Group[] {
  const sources = new Set(trials.flatMap(({ source }) => source ?? []));
  return Array.from(sources, (source) => ({
    by: "source",
    value: source,
    trials: trials.map((trial) => (trial.source === null || trial.source === source ? trial : { ...trial, outcome: "lost" })),
  }));
}
