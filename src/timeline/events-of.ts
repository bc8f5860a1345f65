import type { EventKind, EventOf } from "./event.js";
import { once } from "./once.js";
import type { Timeline } from "./timeline.js";

/** The events of some kinds, in file order: what looks at few kinds need not look at every event. */
export function eventsOf<K extends EventKind>(timeline: Timeline, ...kinds: K[]): EventOf<K>[] {
  const known = once(timeline, findStands);
  const { events } = timeline;
  const found: EventOf<K>[] = [];
  for (const at of inOrder(kinds.map((kind) => known.get(kind) ?? []))) found.push(events[at] as EventOf<K>);
  return found;
}

function inOrder(lists: number[][]): Iterable<number> {
  return lists.length === 1 ? (lists[0] as number[]) : new Uint32Array(([] as number[]).concat(...lists)).sort();
}

/** By kind, where its events stand in the timeline. */
function findStands({ events }: Timeline): Map<EventKind, number[]> {
  const places = new Map<EventKind, number[]>();
  for (let at = 0; at < events.length; at++) {
    const { kind } = events[at] as EventOf<EventKind>;
    const ofKind = places.get(kind);
    if (ofKind === undefined) places.set(kind, [at]);
    else ofKind.push(at);
  }
  return places;
}
