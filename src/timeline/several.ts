import { checkTimeline } from "../read/wrong-use.js";
import type { Timeline } from "./timeline.js";

/** The timelines that a query over several was given; one alone is a list of it. Throws a `TranscriptError` for what is none. */
export function* several(given: Timeline | Iterable<Timeline>): Generator<Timeline> {
  const isList = typeof given === "object" && given !== null && Symbol.iterator in given;
  for (const timeline of isList ? given : [given]) {
    checkTimeline(timeline);
    yield timeline;
  }
}
