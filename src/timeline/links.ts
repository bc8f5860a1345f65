import type { Place } from "../read/place.js";
import type { Event } from "./event.js";
import { inSteps } from "./in-steps.js";

export const noParent = -2;
export const absentParent = -1;

/** The graph of parent links: entries with a uuid are numbered in order of first occurrence. */
export interface LinkGraph {
  /** Place of each entry: the same object that its events have. */
  places: Place[];
  /** Number of each entry's parent; {@link absentParent} where it is in none of the files, {@link noParent} where none is named. */
  parents: number[];
  firstEvent(entry: number): Event;
  /** All events of an entry; they share its uuid. */
  eventsOf(entry: number): Event[];
}

/** Collects the parent links of a session. */
export interface Links {
  has(uuid: string): boolean;
  /** Place of the first entry with this uuid. */
  firstPlace(uuid: string): Place | undefined;
  /** The same text as the uuid of an entry that was added, so that one string is kept for both; else the text itself. */
  known(uuid: string): string;
  /** Adds an entry, whose events (there is at least one) are the next that the list of events gets. */
  add(uuid: string, place: Place, parent: string | null): void;
  /** Gives an entry that was added without a parent the one that a copy of it names. */
  adopt(uuid: string, parent: string): void;
  /** All links, each parent resolved, in steps. */
  resolve(): Generator<void, LinkGraph>;
}

/**
 * Starts an empty graph of the entries whose events are put into `events`. A parent mostly stands before its child; those
 * that do not are looked up again at the end.
 */
export function newLinks(events: readonly Event[]): Links {
  const numbers = new Map<string, number>();
  const places: Place[] = [];
  const parents: number[] = [];
  /** Where the first event of each entry stands. */
  const starts: number[] = [];
  const open: number[] = [];
  let newest = absentParent;
  let last = "";

  const numberOf = (uuid: string): number => numbers.get(uuid) ?? absentParent;
  const firstEvent = (entry: number): Event => events[starts[entry] as number] as Event;

  function firstPlace(uuid: string): Place | undefined {
    const entry = numbers.get(uuid);
    return entry === undefined ? undefined : places[entry];
  }

  function eventsOf(entry: number): Event[] {
    const start = starts[entry] as number;
    let end = start + 1;
    while (events[end]?.place === places[entry]) end++;
    return events.slice(start, end);
  }

  function link(entry: number, parent: string | null): void {
    // The parent is mostly the entry before: comparing spares a look-up, which has to hash the text.
    const number = parent === null ? noParent : parent === last ? newest : numberOf(parent);
    parents[entry] = number;
    if (number === absentParent) open.push(entry);
  }

  return {
    has: (uuid) => numbers.has(uuid),
    firstPlace,
    known: (uuid) => (uuid === last ? last : (firstPlace(uuid)?.uuid ?? uuid)),
    add(uuid, place, parent) {
      const entry = places.push(place) - 1;
      starts.push(events.length);
      link(entry, parent);
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
    resolve: () => resolving({ places, parents, firstEvent, eventsOf }, open, numberOf),
  };
}

function* resolving(graph: LinkGraph, open: number[], numberOf: (uuid: string) => number): Generator<void, LinkGraph> {
  const { parents, firstEvent } = graph;
  yield* inSteps(open, (entry) => {
    parents[entry] = numberOf(firstEvent(entry).parent ?? "");
  });
  return graph;
}
