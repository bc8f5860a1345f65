import type { Place } from "../read/place.js";
import type { Timeline } from "../timeline/timeline.js";
import { derived, type Row } from "./row.js";

/** A session whose file begins with records of another one: a resume or a fork that copied its history. */
export interface LineageRow extends Row {
  /** The session that was copied. */
  continues: string | null;
  /** Records that stand in both. */
  copied: number;
  /** uuid of the last record that both have, in the order of the later session; the histories part behind it. */
  divergesAfter: string | null;
  /** Records of the earlier session that the later one does not have. */
  onlyEarlier: number;
  /** Records of the later session that the earlier one does not have. */
  onlyLater: number;
}

/** What is asked of a session: a timeline, or the ids and places of one, which take far less memory. */
export interface LineageSession extends Pick<Timeline, "sessionId" | "forkedFrom"> {
  events: readonly Pick<Timeline["events"][number], "at" | "place">[];
}

/**
 * Finds which sessions continue which: by records with the same uuid, whatever the files are called.
 *
 * The later session is the one whose records say that they were taken from the other; else the one with more records of its own.
 *
 * Known gaps: `forkSession` of the agent SDK gives every record a new uuid, so such a fork is not seen (type declarations
 * 0.3.332, 2026-11-24).
 *
 * @example
 * lineage([timeline, timeline]).length; // => 0
 */
export function lineage(timelines: Iterable<LineageSession>): LineageRow[] {
  const all = [...new Set(timelines)].map((timeline) => ({ timeline, places: placesOf(timeline) }));
  const owners = new Map<string, number[]>();
  all.forEach(({ places }, at) => {
    for (const uuid of places.keys()) {
      const list = owners.get(uuid);
      if (list === undefined) owners.set(uuid, [at]);
      else list.push(at);
    }
  });
  const shared = new Map<string, { a: number; b: number; uuids: string[] }>();
  for (const [uuid, list] of owners)
    for (let i = 0; i < list.length; i++)
      for (let j = i + 1; j < list.length; j++) {
        const [a, b] = [list[i] as number, list[j] as number];
        const pair = shared.get(`${a} ${b}`) ?? { a, b, uuids: [] };
        pair.uuids.push(uuid);
        shared.set(`${a} ${b}`, pair);
      }
  return [...shared.values()].map(({ a, b, uuids }) => {
    const [first, second] = [all[a] as Session, all[b] as Session];
    const [earlier, later] = isLater(first, second, uuids) ? [second, first] : [first, second];
    const common = new Set(uuids);
    const last = [...later.places.keys()].findLast((uuid) => common.has(uuid)) ?? null;
    const evidence =
      last === null ? [] : [later.places.get(last), earlier.places.get(last)].filter((place) => place !== undefined);
    return {
      continues: earlier.timeline.sessionId,
      copied: uuids.length,
      divergesAfter: last,
      onlyEarlier: earlier.places.size - uuids.length,
      onlyLater: later.places.size - uuids.length,
      sessionId: later.timeline.sessionId,
      at: later.timeline.events.find((event) => event.place.uuid === last)?.at ?? null,
      evidence,
      ...derived("The same uuids stand in both files; which one came later is told by `forkedFrom`, else by counts."),
    };
  });
}

interface Session {
  timeline: LineageSession;
  places: Map<string, Place>;
}

const saysFrom = ({ forkedFrom }: LineageSession, { sessionId }: LineageSession): boolean =>
  forkedFrom !== null && forkedFrom === sessionId;

function placesOf(timeline: LineageSession): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { place } of timeline.events)
    if (place.uuid !== null && !places.has(place.uuid)) places.set(place.uuid, place);
  return places;
}

/** True where the first says that it comes from the second; where neither does, where it holds more beside what both share. */
function isLater(first: Session, second: Session, uuids: string[]): boolean {
  const [one, two] = [first.timeline, second.timeline];
  const [says, isSaid] = [saysFrom(one, two), saysFrom(two, one)];
  if (says !== isSaid) return says;
  return first.places.size - uuids.length > second.places.size - uuids.length;
}
