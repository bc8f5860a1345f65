import type { Command, Event, Prompt } from "./event.js";
import { once } from "./once.js";
import type { Timeline } from "./timeline.js";
import { standsBefore, wholeOf } from "./whole.js";

/** A prompt that stands beside another under one record: the person went back and went on differently. */
export interface Alternative {
  prompt: Prompt | Command;
  /** The record that both hang under. */
  fork: Event;
  /** True where the last message written before the next boundary hangs under it. */
  active: boolean;
  /** What hangs under it and under no later alternative, in file order, the prompt first. */
  rows: Event[];
}

interface Alternatives {
  /** In file order. */
  all: Alternative[];
  /** True for what hangs under an alternative that was left. */
  abandoned(event: Event): boolean;
}

/** By chain, the alternatives of the whole timeline up to the last event of the chain that stands in this one. */
export const alternativesOf = (timeline: Timeline): ReadonlyMap<string, Alternatives> => once(timeline, findAll);

/** Tells of an event whether it stands on a branch that a rewind left before the next boundary, or before the end of the timeline. */
export function isAbandoned(timeline: Timeline): (event: Event) => boolean {
  // Looked for when first asked: most timelines are not.
  let found: ReadonlyMap<string, Alternatives> | null = null;
  return (event) => {
    found ??= alternativesOf(timeline);
    return found.get(event.chain)?.abandoned(event) === true;
  };
}

function findAll(timeline: Timeline): Map<string, Alternatives> {
  const chains = new Map<string, Event[]>(timeline.chains.map(({ chain }) => [chain, []]));
  for (const event of wholeOf(timeline).events) chains.get(event.chain)?.push(event);
  return new Map(
    [...chains].map(([chain, events]) => [chain, alternativesIn(events.filter(standsBefore(timeline, chain)))]),
  );
}

/**
 * Finds where the person went back (a rewind): two typed prompts of one segment under the same record, whatever progress,
 * attachment or system rows stand between. Parallel tool calls and rows of one message are no alternatives.
 *
 * Takes the events of one chain up to the point of interest. Walks each link a fixed number of times, without recursion.
 */
export function alternativesIn(events: readonly Event[]): Alternatives {
  return goesStraight(events) ? none : search(events);
}

const none: Alternatives = { all: [], abandoned: () => false };

/** True where each typed prompt hangs under what was said since the one before it, so that no two hang under one record. */
function goesStraight(events: readonly Event[]): boolean {
  let before = 0;
  for (let at = 0; at < events.length; at++) {
    const event = events[at] as Event;
    if (!isTyped(event)) continue;
    let one = event;
    for (let to = at; one.parent !== null && (one === event || !isMessage(one)); one = events[to] as Event) {
      do to--;
      while (to >= before && (events[to] as Event).place.uuid !== one.parent);
      // Of several events of one record the first stands for it.
      while (to > before && (events[to - 1] as Event).place.uuid === one.parent) to--;
      if (to < before) return false;
    }
    before = at;
  }
  return true;
}

function search(events: readonly Event[]): Alternatives {
  const ordinals = new Map<string, number>();
  const entries: Event[] = [];
  for (const event of events) {
    const { uuid } = event.place;
    if (uuid === null || ordinals.has(uuid)) continue;
    ordinals.set(uuid, entries.length);
    entries.push(event);
  }
  const parents = Int32Array.from(entries, ({ parent }) =>
    parent === null ? nowhere : (ordinals.get(parent) ?? nowhere),
  );
  const anchors = nearest(parents, (at) => isMessage(entries[at] as Event) || parents[at] === nowhere);
  const forks = new Map<string, number[]>();
  entries.forEach((entry, at) => {
    const anchor = anchors[parents[at] as number] ?? nowhere;
    if (anchor === nowhere || !isTyped(entry)) return;
    const key = `${anchor} ${entry.segment}`;
    const prompts = forks.get(key);
    if (prompts === undefined) forks.set(key, [at]);
    else prompts.push(at);
  });
  const found = new Map<number, Alternative>();
  for (const prompts of forks.values()) {
    if (prompts.length < 2) continue;
    for (const at of prompts) {
      const fork = entries[anchors[parents[at] as number] as number] as Event;
      found.set(at, { prompt: entries[at] as Prompt | Command, fork, active: false, rows: [] });
    }
  }
  if (found.size === 0) return none;
  const under = nearest(parents, (at) => found.has(at));
  const alternativeOf = (event: Event): number => {
    const at = event.place.uuid === null ? undefined : ordinals.get(event.place.uuid);
    return at === undefined ? nowhere : (under[at] as number);
  };
  const leaves = new Map<number, Event>();
  for (const event of events) {
    found.get(alternativeOf(event))?.rows.push(event);
    if (isMessage(event)) leaves.set(event.segment, event);
  }
  for (const leaf of leaves.values()) {
    let at = alternativeOf(leaf);
    for (let one = found.get(at); one !== undefined && !one.active; one = found.get(at)) {
      one.active = true;
      at = under[parents[at] as number] ?? nowhere;
    }
  }
  const all = [...found].sort(([a], [b]) => a - b).map(([, one]) => one);
  return { all, abandoned: (event) => found.get(alternativeOf(event))?.active === false };
}

const nowhere = -1;
const unseen = -2;

/** For each entry the nearest one at or above it that passes, else -1; also where parents go in a circle. */
function nearest(parents: Int32Array, passes: (at: number) => boolean): Int32Array {
  const answers = new Int32Array(parents.length).fill(unseen);
  const path: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    path.length = 0;
    let at = start;
    while (at !== nowhere && answers[at] === unseen && !passes(at)) {
      answers[at] = nowhere;
      path.push(at);
      at = parents[at] as number;
    }
    if (at !== nowhere && answers[at] === unseen) answers[at] = at;
    const answer = at === nowhere ? nowhere : (answers[at] as number);
    for (const one of path) answers[one] = answer;
  }
  return answers;
}

/** Rows of the conversation itself; a message that was delivered while a turn ran hangs in a row like any attachment. */
function isMessage(event: Event): boolean {
  switch (event.kind) {
    case "prompt":
      return event.carrier === "user";
    case "command":
      return event.startsTurn;
    case "reply":
    case "tool-result":
    case "summary":
    case "skill-body":
    case "notification":
    case "interruption":
      return true;
    default:
      return false;
  }
}

const isTyped = (event: Event): boolean =>
  event.kind === "prompt" ? event.carrier === "user" && event.typed : event.kind === "command" && event.startsTurn;
