import type { Cursor } from "../read/entry-batch.js";
import { checkCursor } from "../read/resume.js";
import { checkPause } from "../read/wrong-use.js";
import type { TimelineOptions } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { fileChanges } from "./file-changes.js";
import { growingTimeline } from "./growing-timeline.js";

/** How `followTimeline` follows. */
export interface FollowOptions extends TimelineOptions {
  /** Starts after what an earlier read has seen (`timeline.files[0].cursor`); the timeline holds what stands after it. */
  cursor?: Cursor;
  /** Milliseconds after which the file is asked for its size where the system does not tell of a change; default 20. */
  pollMs?: number;
  /** Ends the following; what was yielded stays good. */
  signal?: AbortSignal;
}

const defaultPollMs = 20;

/**
 * Follows a transcript while it is written: its timeline as it stands now, and again after each change.
 *
 * Only what was appended is read, and the timeline equals what `readTimeline` makes of the whole file at that moment. A
 * last line without newline counts as it stands and is replaced when it grows. Where the file was cut or replaced, the
 * next timeline is of the new content, with the issue `truncated-file` or `rewritten-file` where what stood at its head or before
 * the place of the last read is not there any more. A change in the middle of a file that grows at the same moment is not seen. Follows this file alone: those
 * of its subagents are files of their own. Throws a `TranscriptError` where the path can't be read.
 *
 * @example
 * const { value } = await followTimeline(path).next();
 * value.chains.map((chain) => chain.chain); // => ["main"]
 */
export async function* followTimeline(path: string, options: FollowOptions = {}): AsyncGenerator<Timeline> {
  const { cursor, pollMs = defaultPollMs, ...read } = options;
  checkPause("pollMs", pollMs);
  if (cursor !== undefined) checkCursor(cursor);
  const growing = growingTimeline(path, read, cursor);
  const changes = fileChanges(path, pollMs, read.signal);
  try {
    while (await changes.next()) {
      const grown = await growing.next();
      if (grown !== null) yield grown.timeline;
    }
  } catch (error) {
    if (!read.signal?.aborted) throw error;
  } finally {
    changes.close();
  }
}
