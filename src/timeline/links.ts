import type { Place } from "../read/place.js";
import type { Event } from "./event.js";

export const noParent = -2;
export const absentParent = -1;

/** The graph of parent links: entries with a uuid are numbered in order of first occurrence. */
export interface LinkGraph {
  /** First event of each entry. */
  first: Event[];
  /** Number of each entry's parent; {@link absentParent} where it is in none of the files, {@link noParent} where none is named. */
  parents: number[];
  /** All events of an entry; they share its uuid. */
  eventsOf(entry: number): Event[];
}

/** Collects the parent links of a session. */
export interface Links {
  /** Place of the first entry with this uuid. */
  firstPlace(uuid: string): Place | undefined;
  /** The same text as the uuid of an entry that was added, so that one string is kept for both; else the text itself. */
  known(uuid: string): string;
  /** Adds the events of an entry; there is at least one. */
  add(uuid: string, events: Event[]): void;
  /** Gives an entry that was added without a parent the one that a copy of it names. */
  adopt(uuid: string, parent: string): void;
  /** All links, each parent resolved, in steps. */
  resolve(): Generator<void, LinkGraph>;
}

/** After so many links others can have their turn: some milliseconds where each is looked up, or is an issue. */
const linksOfStep = 4096;

/** Visits the numbers from 0 up to `count`, in steps. */
export function* inSteps(count: number, visit: (number: number) => void): Generator<void> {
  for (let from = 0; from < count; from += linksOfStep) {
    const to = Math.min(count, from + linksOfStep);
    for (let at = from; at < to; at++) visit(at);
    if (to < count) yield;
  }
}

/** Starts an empty graph. A parent mostly stands before its child; those that do not are looked up again at the end. */
export function newLinks(): Links {
  const numbers = new Map<string, number>();
  const first: Event[] = [];
  const parents: number[] = [];
  // Only for entries of several events: keeping a list for each entry would cost more than the links themselves.
  const several = new Map<number, Event[]>();
  const open: number[] = [];
  let last = "";

  const numberOf = (uuid: string): number => numbers.get(uuid) ?? absentParent;
  const firstPlace = (uuid: string): Place | undefined => first[numberOf(uuid)]?.place;
  const eventsOf = (entry: number): Event[] => several.get(entry) ?? first.slice(entry, entry + 1);

  function link(entry: number, parent: string | null): void {
    const number = parent === null ? noParent : numberOf(parent);
    parents[entry] = number;
    if (number === absentParent) open.push(entry);
  }

  return {
    firstPlace,
    // The parent is mostly the entry before: comparing spares a look-up, which has to hash the text.
    known: (uuid) => (uuid === last ? last : (firstPlace(uuid)?.uuid ?? uuid)),
    add(uuid, events) {
      const event = events[0] as Event;
      const entry = first.push(event) - 1;
      link(entry, event.parent);
      if (events.length > 1) several.set(entry, events);
      numbers.set(uuid, entry);
      last = uuid;
    },
    adopt(uuid, parent) {
      const entry = numberOf(uuid);
      if (parents[entry] !== noParent || parent === uuid) return;
      for (const event of eventsOf(entry)) event.parent = parent;
      link(entry, parent);
    },
    *resolve() {
      yield* inSteps(open.length, (at) => {
        const entry = open[at] as number;
        parents[entry] = numberOf(first[entry]?.parent ?? "");
      });
      return { first, parents, eventsOf };
    },
  };
}
