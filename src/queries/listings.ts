import { clusters } from "../timeline/clusters.js";
import type { Attachment, Event } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { derived, observed, type Row, rowOf } from "./row.js";

/** One name of a listing, in one segment of a conversation. */
export interface ListingRow extends Row {
  /** Ordinal of the segment: compactions of the chain before it. */
  boundary: number;
  chain: string;
  listing: "skills" | "agents" | "tools" | "mcp";
  name: string;
  /** True where a listing of this segment, or one in a kept message, names it. */
  visible: boolean;
  /** True where the listing that last named it was a whole one; null where the record does not say. */
  initial: boolean | null;
  /** Line of that listing. */
  lastListed: number;
}

/**
 * Lists which names the model could see in each segment: what was listed since the boundary, never what a whole listing
 * before it said. A name listed once stays known, with `visible` false where no later listing names it; one that a
 * listing removes is not known any more.
 *
 * Known gaps: no listing is recorded before CLI 2.1.91, none of skills before 2.1.101; of a cut description nothing is
 * said; names without a `names` field (before 2.1.150) are read off the lines of the text.
 *
 * @example
 * const seen = listings(timeline).filter((row) => row.listing === "skills" && row.boundary === 1 && row.visible);
 * seen.map((row) => row.name); // => ["deploy", "review"]
 */
export function listings(timeline: Timeline): ListingRow[] {
  const chains = new Map<string, Event[][]>();
  const segmentOf = (chain: string, ordinal: number): Event[] => {
    const segments = chains.get(chain) ?? [];
    chains.set(chain, segments);
    while (segments.length <= ordinal) segments.push([]);
    return segments[ordinal] as Event[];
  };
  const whole = wholeOf(timeline);
  const stands = standsIn(timeline);
  for (const { boundary, kept } of clusters(whole)) segmentOf(boundary.chain, boundary.ordinal).push(boundary, ...kept);
  for (const event of whole.events) if (event.kind === "attachment") segmentOf(event.chain, event.segment).push(event);
  return [...chains].flatMap(([chain, segments]) => {
    const known = new Map<string, Known>();
    return segments.flatMap((events, boundary) => {
      const rows = segmentRows(timeline, chain, boundary, events, known);
      const isOwn = (event: Event): boolean => event.kind === "boundary" || event.segment === boundary;
      return events.some((event) => isOwn(event) && stands(event)) ? rows : [];
    });
  });
}

interface Known {
  listing: ListingRow["listing"];
  name: string;
  last: Attachment;
}

const listingOf: ReadonlyMap<string, ListingRow["listing"]> = new Map([
  ["skill_listing", "skills"],
  ["dynamic_skill", "skills"],
  ["agent_listing_delta", "agents"],
  ["deferred_tools_delta", "tools"],
  ["mcp_instructions_delta", "mcp"],
]);

function segmentRows(
  timeline: Timeline,
  chain: string,
  boundary: number,
  events: Event[],
  known: Map<string, Known>,
): ListingRow[] {
  const visible = new Set<string>();
  const removed = new Set<string>();
  for (const event of events) {
    const listing = event.kind === "attachment" ? listingOf.get(event.carrier) : undefined;
    if (event.kind !== "attachment" || listing === undefined || event.listing === null) continue;
    for (const name of event.listing.removed) {
      const key = `${listing} ${name}`;
      if (!known.has(key)) continue;
      visible.delete(key);
      removed.add(key);
      known.set(key, { listing, name, last: event });
    }
    for (const name of event.listing.names) {
      const key = `${listing} ${name}`;
      visible.add(key);
      removed.delete(key);
      known.set(key, { listing, name, last: event });
    }
  }
  const cut = events.find((event) => event.kind === "boundary");
  const rows = [...known].map(([key, { listing, name, last }]): ListingRow => {
    const judgement =
      visible.has(key) || removed.has(key) ? observed : derived("It was listed before the boundary and not since.");
    return {
      boundary,
      chain,
      listing,
      name,
      visible: visible.has(key),
      initial: last.listing?.initial ?? null,
      lastListed: last.place.line,
      ...rowOf(timeline, last, judgement, ...(judgement === observed || cut === undefined ? [] : [cut])),
    };
  });
  for (const key of removed) known.delete(key);
  return rows;
}
