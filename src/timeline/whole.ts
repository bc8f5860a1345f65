import { checkTimeline } from "../read/wrong-use.js";
import type { Event } from "./event.js";
import { once } from "./once.js";
import type { Timeline } from "./timeline.js";

/**
 * The timeline that a narrowed one was taken from, itself where nothing was left out: what an answer rests on is looked up
 * there, so that what was left out can't change it. Throws a `TranscriptError` for what is no timeline.
 */
export function wholeOf(timeline: Timeline): Timeline {
  checkTimeline(timeline);
  return timeline.whole ?? timeline;
}

/** Tells of an event of the whole timeline whether it stands no later in its chain than the last one that stands in this one. */
export function standsBefore(timeline: Timeline, chain: string): (event: Event) => boolean {
  if (wholeOf(timeline) === timeline) return () => true;
  const last = timeline.events.findLast((event) => event.chain === chain)?.place.line ?? 0;
  return ({ place }) => place.line <= last;
}

const setOfEvents = ({ events }: Timeline): ReadonlySet<Event> => new Set(events);

/** Tells of an event of the whole timeline whether it stands in this one: only about those a query gives rows. */
export function standsIn(timeline: Timeline): (event: Event) => boolean {
  if (wholeOf(timeline) === timeline) return () => true;
  const inside = once(timeline, setOfEvents);
  return (event) => inside.has(event);
}
