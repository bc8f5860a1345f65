import { TranscriptError } from "../read/transcript-error.js";
import type { Timeline } from "./timeline.js";

/**
 * The promise of a timeline, which says so where it is asked as if it were the timeline: after a forgotten `await` a query
 * would fail with a word about something undefined.
 */
export const tellsAwait = (promise: Promise<Timeline>): Promise<Timeline> => Object.defineProperties(promise, fields);

const field: PropertyDescriptor = {
  get() {
    throw new TranscriptError(
      "wrong-option",
      "This is the promise of a timeline; await it: `const timeline = await openTimeline(path)`.",
    );
  },
};

const fields: Record<keyof Timeline, PropertyDescriptor> = {
  sessionId: field,
  forkedFrom: field,
  files: field,
  events: field,
  chains: field,
  whole: field,
  copies: field,
  kinds: field,
  versions: field,
  issues: field,
};
