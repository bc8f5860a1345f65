import { readEntries } from "../read/entries.js";
import type { ReadEntry } from "../read/entry-batch.js";
import { timelineBuilder } from "./builder.js";
import { decode } from "./decode.js";
import { newSession } from "./decoding-session.js";
import type { Event, EventBase } from "./event.js";
import { textOf } from "./fields.js";
import { finished, type SessionPart, type TimelineOptions } from "./read-timeline.js";
import type { Timeline } from "./timeline.js";

/** Characters of a tool payload that stay in the timeline: what was to be looked for was seen while it passed. */
const keptChars = 0;

/**
 * Reads the files of a session into a timeline without tool payloads, and shows each event with its whole payload to
 * `watch` as it passes: what is looked for in the bodies needs no memory for them.
 *
 * The events that `watch` sees are not those of the timeline; both have the same `place` object.
 */
export async function readWatched(
  parts: Iterable<SessionPart>,
  options: Omit<TimelineOptions, "payload">,
  watch: (event: Event) => void,
): Promise<Timeline> {
  const { sessionId, ...read } = options;
  const builder = timelineBuilder({ sessionId, payloadChars: keptChars });
  const whole = newSession(Number.POSITIVE_INFINITY);
  for (const { source, name, chain } of parts) {
    builder.file(name, chain);
    for await (const batch of readEntries(source, name === null ? read : { ...read, file: name })) {
      for (const entry of batch.entries) for (const event of decode(entry, bareBase(entry, chain), whole)) watch(event);
      builder.add(batch);
    }
  }
  return finished(builder, read.signal);
}

/** What decoding reads of the common fields; segment and the rest are the timeline's. */
function bareBase({ entry, place }: ReadEntry, chain: string): EventBase {
  return {
    place,
    parent: textOf(entry.parentUuid),
    at: null,
    chain: textOf(entry.agentId) ?? textOf(entry.parentToolUseId) ?? chain,
    segment: 0,
    cliVersion: null,
    sessionId: null,
    process: null,
    cwd: null,
    branch: null,
    entrypoint: null,
  };
}
