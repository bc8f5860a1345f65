import type { Place } from "../read/place.js";
import type { Carried, Item } from "../timeline/carried.js";
import type { Cluster } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import { grouped } from "../timeline/grouped.js";
import { runsOf } from "../timeline/runs.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import { type CarriedThings, carriedThings } from "./carried-things.js";
import { keptBySummary } from "./kept-by-summary.js";
import { type Loss, lossesAt } from "./missing.js";
import type { Source } from "./provenance.js";
import { type SkillFate, skillFates } from "./skill-fates.js";
import { silence, type Verdict } from "./verdict.js";

/** A feature of a boundary, or of a thing that stood before it. */
export type Feature = "all" | "source" | "trigger" | "cliVersion" | "process" | "model" | "kept";

/** The cases at one boundary. */
export interface BoundaryTrials {
  boundary: Place;
  trials: Trial[];
}

/** A thing that stood before a boundary, a case of surviving or not, or several that nothing told here tells apart. */
export interface Trial {
  count: number;
  item: Item;
  outcome: "whole" | "in part" | "lost" | "unjudged";
  /** Why it could not be judged. */
  why: string | null;
  /** Where it came back from; null where it did not. */
  source: Source | null;
  /** Those that apply to it. */
  features: Partial<Record<Feature, string | null>>;
}

/** The trials of a timeline, boundary by boundary; nothing of them keeps it alive. */
export function trialsOf(timeline: Timeline): BoundaryTrials[] {
  const losses = lossesAt(timeline);
  const things = carriedThings(timeline);
  const fates = skillFates(timeline);
  return standingsOf(timeline).flatMap((standing) => {
    const { cluster } = standing;
    if (cluster === null) return [];
    const { boundary } = cluster;
    const sources = sourcesOf(cluster, things);
    const kept = new Set(cluster.kept);
    const outcomeOf = outcomesOf(cluster, losses.get(cluster) ?? []);
    const model = cluster.requestBefore?.model ?? cluster.requestAfter?.model ?? null;
    const trials = thingsBefore(standing, fates.get(cluster) ?? []).map((thing): Trial => {
      const { item, name, last } = thing;
      const { outcome, why } = outcomeOf(thing);
      const process = processOf(timeline, cluster, last);
      const features = { all: null, trigger: boundary.trigger, cliVersion: boundary.cliVersion, model, process };
      const otherwise = kept.has(last) ? "preserved" : item === "hook" ? "hook" : "unknown";
      const source = outcome === "whole" || outcome === "in part" ? (sources.get(name) ?? otherwise) : null;
      return { count: 1, item, outcome, why, source, features };
    });
    const said = keptBySummary(cluster).map(({ kind, kept }): Trial => {
      const outcome = kept ? "whole" : "lost";
      return { count: 1, item: "summary", outcome, why: null, source: null, features: { kept: kind } };
    });
    return [{ boundary: boundary.place, trials: counted([...trials, ...said]) }];
  });
}

/** Most of what stands before a boundary fares as other things do. */
function counted(trials: Trial[]): Trial[] {
  const kinds = grouped(trials, ({ item, outcome, why, source, features }) =>
    JSON.stringify([item, outcome, why, source, features]),
  );
  return [...kinds.values()].flatMap(([first, ...alike]) =>
    first === undefined ? [] : [{ ...first, count: 1 + alike.length }],
  );
}

interface Thing {
  item: Item;
  name: string;
  /** The last event with which it stood in context. */
  last: Event;
}

function thingsBefore(before: Standing, fates: SkillFate[]): Thing[] {
  const { files, nestedMemories, instructions, hooks, listed } = before;
  const own = (path: string): boolean => !instructions.has(path);
  const lastListed = [...listed.values()].at(-1);
  return [
    ...[...files]
      .filter(([path]) => own(path))
      .map(([name, { event }]): Thing => ({ item: "file", name, last: event })),
    ...[...nestedMemories]
      .filter(([path]) => own(path))
      .map(([name, last]): Thing => ({ item: "nested-memory", name, last })),
    ...[...instructions].map(([name, last]): Thing => ({ item: "instructions", name, last })),
    ...fates
      .filter(({ stood }) => stood)
      .map(({ skill, lastSeen }): Thing => ({ item: "skill", name: skill.name, last: lastSeen })),
    ...[...hooks.values()].flatMap(({ run, text }): Thing[] =>
      text === null ? [] : [{ item: "hook", name: text.name ?? run.name ?? text.carrier, last: text }],
    ),
    ...(lastListed === undefined ? [] : [{ item: "skill-listing" as const, name: "skill_listing", last: lastListed }]),
  ];
}

/** Where what came back came from, by its name; of several the last. */
function sourcesOf({ rows, nextPrompt }: Cluster, things: CarriedThings): Map<string | null, Source> {
  const sources = new Map<string | null, Source>();
  for (const event of [...rows, ...nextPrompt]) {
    if (event.kind !== "attachment" && event.kind !== "hook") continue;
    for (const { carried, source } of things.of(event))
      if (carried.item !== "file-reference") sources.set(nameOf(carried), source);
  }
  return sources;
}

const nameOf = ({ item, name }: Carried): string | null =>
  item === "skill" ? (name?.replace(/^\//, "") ?? null) : name;

/** What became of each thing that stood before a boundary, told by what is missing after it. */
function outcomesOf(cluster: Cluster, found: Loss[]): (thing: Thing) => Pick<Trial, "outcome" | "why"> {
  // A loss is told from others of its name by its last line, where each text of one record counts; of the listing there is one only.
  const keyOf = (item: Item, name: string, line: number | null): string =>
    `${item} ${item === "skill-listing" ? null : line} ${name}`;
  const losses = grouped(found, ({ item, name, last }) => keyOf(item, name, last?.place.line ?? null));
  const items = new Set(found.map(({ item }) => item));
  const silences = new Map(Array.from(items, (item) => [item, silenceOn(cluster, item)]));
  return ({ item, name, last }) => {
    const loss = losses.get(keyOf(item, name, last.place.line))?.shift();
    if (loss === undefined) return { outcome: "whole", why: null };
    const why = unjudgedWhy(cluster, loss, silences.get(item) ?? null);
    return { outcome: why !== null ? "unjudged" : isPart(loss) ? "in part" : "lost", why };
  };
}

const isPart = ({ verdict: { reason } }: Loss): boolean => reason === "truncated" || reason === "hook-capped";

/** The record whose absence a loss rests on. */
const carriers = new Map<Item, string>([
  ["file", "attachment/file"],
  ["nested-memory", "attachment/nested_memory"],
  ["instructions", "attachment/instructions"],
  ["skill", "attachment/invoked_skills"],
  ["hook", "attachment/hook_success"],
  ["skill-listing", "attachment/skill_listing"],
]);

function silenceOn(cluster: Cluster, item: Item): Verdict | null {
  const carrier = carriers.get(item);
  return carrier === undefined ? null : silence(cluster, carrier);
}

/** Why the absence of a thing proves no loss; null where it does. */
function unjudgedWhy(cluster: Cluster, { item, verdict }: Loss, silent: Verdict | null): string | null {
  const { why } = verdict.judgement;
  if (silent !== null && why === silent.judgement.why) return why;
  const open = item === "instructions" && verdict.reason === "unknown" && cluster.requestAfter === null;
  return open ? "Instructions can come with the next turn, which is not in the file, or not whole." : null;
}

/** By the ids of the processes where both records have one (from 2.1.201), else by the signs of another run. */
function processOf(timeline: Timeline, { boundary, summary }: Cluster, last: Event): string {
  const now = summary ?? boundary;
  if (last.process !== null && now.process !== null)
    return last.process === now.process ? "same process" : "another process";
  const runs = runsOf(timeline);
  const then = runs.of(last);
  return then !== null && then !== runs.of(now) ? "another process" : "not known";
}
