import type { Place } from "../read/place.js";
import type { Event } from "./event.js";
import { inSteps } from "./in-steps.js";

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

/** Starts an empty graph. A parent mostly stands before its child; those that do not are looked up again at the end. */
export function newLinks(): Links {
  const numbers = new Map<string, number>();
  const first: Event[] = [];
  const parents: number[] = [];
  // Only for entries of several events: keeping a list for each entry would cost more than the links themselves.
  const several = new Map<number, Event[]>();
  const open: number[] = [];
  let newest = absentParent;
  let last = "";

  const numberOf = (uuid: string): number => numbers.get(uuid) ?? absentParent;
  const firstPlace = (uuid: string): Place | undefined => first[numberOf(uuid)]?.place;
  const eventsOf = (entry: number): Event[] => several.get(entry) ?? first.slice(entry, entry + 1);

  function link(entry: number, parent: string | null): void {
    // The parent is mostly the entry before: comparing spares a look-up, which has to hash the text.
    const number = parent === null ? noParent : parent === last ? newest : numberOf(parent);
    parents[entry] = number;
    if (number === absentParent) open.push(entry);
  }

  return {
    firstPlace,
    known: (uuid) => (uuid === last ? last : (firstPlace(uuid)?.uuid ?? uuid)),
    add(uuid, events) {
      const event = events[0] as Event;
      const entry = first.push(event) - 1;
      link(entry, event.parent);
      if (events.length > 1) several.set(entry, events);
      numbers.set(uuid, entry);
      newest = entry;
      last = uuid;
    },
    adopt(uuid, parent) {
      const entry = numberOf(uuid);
      if (parents[entry] !== noParent || parent === uuid) return;
      for (const event of eventsOf(entry)) event.parent = parent;
      link(entry, parent);
    },
    resolve: () => resolving({ first, parents, eventsOf }, open, numberOf),
  };
}

function* resolving(graph: LinkGraph, open: number[], numberOf: (uuid: string) => number): Generator<void, LinkGraph> {
  const { first, parents } = graph;
  yield* inSteps(open, (entry) => {
    parents[entry] = numberOf(first[entry]?.parent ?? "");
  });
  return graph;
}
