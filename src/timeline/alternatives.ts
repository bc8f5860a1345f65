import type { Command, Event, Prompt } from "./event.js";

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

/**
 * Finds where the person went back (a rewind): two typed prompts of one segment under the same record, whatever progress,
 * attachment or system rows stand between. Parallel tool calls and rows of one message are no alternatives.
 *
 * Takes the events of one chain up to the point of interest. Walks each link a fixed number of times, without recursion.
 */
export function alternativesIn(events: readonly Event[]): Alternatives {
  const ordinals = new Map<string, number>();
  const entries: Event[] = [];
  for (const event of events) {
    const { uuid } = event.place;
    if (uuid === null || ordinals.has(uuid)) continue;
    ordinals.set(uuid, entries.length);
    entries.push(event);
  }
  const parents = Int32Array.from(entries, ({ parent }) => (parent === null ? none : (ordinals.get(parent) ?? none)));
  const anchors = nearest(parents, (at) => isMessage(entries[at] as Event) || parents[at] === none);
  const forks = new Map<string, number[]>();
  entries.forEach((entry, at) => {
    const anchor = anchors[parents[at] as number] ?? none;
    if (anchor === none || !isTyped(entry)) return;
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
  if (found.size === 0) return { all: [], abandoned: () => false };
  const under = nearest(parents, (at) => found.has(at));
  const alternativeOf = (event: Event): number => {
    const at = event.place.uuid === null ? undefined : ordinals.get(event.place.uuid);
    return at === undefined ? none : (under[at] as number);
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
      at = under[parents[at] as number] ?? none;
    }
  }
  const all = [...found].sort(([a], [b]) => a - b).map(([, one]) => one);
  return { all, abandoned: (event) => found.get(alternativeOf(event))?.active === false };
}

const none = -1;
const unseen = -2;

/** For each entry the nearest one at or above it that passes, else -1; also where parents go in a circle. */
function nearest(parents: Int32Array, passes: (at: number) => boolean): Int32Array {
  const answers = new Int32Array(parents.length).fill(unseen);
  const path: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    path.length = 0;
    let at = start;
    while (at !== none && answers[at] === unseen && !passes(at)) {
      answers[at] = none;
      path.push(at);
      at = parents[at] as number;
    }
    if (at !== none && answers[at] === unseen) answers[at] = at;
    const answer = at === none ? none : (answers[at] as number);
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
