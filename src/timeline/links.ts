import type { Place } from "../read/place.js";
import type { Event } from "./event.js";

/** One entry in the graph of parent links. */
export interface Link {
  /** The events of the entry; they share its uuid. */
  events: Event[];
  /** Ordinal of the parent's link; -1 where it is in none of the files, -2 where none is named. */
  parent: number;
}

export const noParent = -2;
export const absentParent = -1;

/** Parent links of all entries with a uuid, in order of first occurrence. */
export interface Links {
  /** Place of the first entry with this uuid. */
  firstPlace(uuid: string): Place | undefined;
  /** Adds the events of an entry; there is at least one. */
  add(uuid: string, events: Event[]): void;
  /** All links, each parent resolved. */
  resolve(): Link[];
}

/** Starts an empty graph: one look-up for each entry and one for each parent, ordinals from there on. */
export function newLinks(): Links {
  const ordinals = new Map<string, number>();
  const links: Link[] = [];
  return {
    firstPlace: (uuid) => links[ordinals.get(uuid) ?? absentParent]?.events[0]?.place,
    add(uuid, events) {
      ordinals.set(uuid, links.length);
      links.push({ events, parent: noParent });
    },
    resolve() {
      for (const link of links) {
        const parent = link.events[0]?.parent ?? null;
        link.parent = parent === null ? noParent : (ordinals.get(parent) ?? absentParent);
      }
      return links;
    },
  };
}
