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
  /** The same text as the uuid of an entry that was added, so that one string is kept for both; else the text itself. */
  known(uuid: string): string;
  /** Adds the events of an entry; there is at least one. */
  add(uuid: string, events: Event[]): void;
  /** Gives an entry that was added without a parent the one that a copy of it names. */
  adopt(uuid: string, parent: string): void;
  /** All links, each parent resolved. */
  resolve(): Link[];
}

/** Starts an empty graph. A parent mostly stands before its child; those that do not are looked up again at the end. */
export function newLinks(): Links {
  const ordinals = new Map<string, number>();
  const links: Link[] = [];
  const open: Link[] = [];
  let last = "";
  const first = (uuid: string): Place | undefined => links[ordinals.get(uuid) ?? absentParent]?.events[0]?.place;
  return {
    firstPlace: first,
    // The parent is mostly the entry before: comparing spares a look-up, which has to hash the text.
    known: (uuid) => (uuid === last ? last : (first(uuid)?.uuid ?? uuid)),
    add(uuid, events) {
      const parent = events[0]?.parent ?? null;
      const link: Link = { events, parent: parent === null ? noParent : (ordinals.get(parent) ?? absentParent) };
      if (link.parent === absentParent) open.push(link);
      ordinals.set(uuid, links.length);
      last = uuid;
      links.push(link);
    },
    adopt(uuid, parent) {
      const link = links[ordinals.get(uuid) ?? absentParent];
      if (link === undefined || link.parent !== noParent || parent === uuid) return;
      for (const event of link.events) event.parent = parent;
      link.parent = ordinals.get(parent) ?? absentParent;
      if (link.parent === absentParent) open.push(link);
    },
    resolve() {
      for (const link of open) link.parent = ordinals.get(link.events[0]?.parent ?? "") ?? absentParent;
      return links;
    },
  };
}
