import { existsSync } from "node:fs";
import { startCursor } from "../read/cursor.js";
import { readEntries } from "../read/entries.js";
import type { Cursor, EntryBatch } from "../read/entry-batch.js";
import { building, type TimelineOptions } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { agentOf, sessionIdOf } from "./file-names.js";
import { fileSource } from "./file-source.js";

/** The timeline of a file that is still written. */
export interface GrowingTimeline {
  /** Reads what was written since the last call; null where the timeline is still the same, or the file is away. */
  next(): Promise<Grown | null>;
}

/** A timeline, and the byte offset from which on it is new: 0 where the file was read from its start. */
export interface Grown {
  timeline: Timeline;
  from: number;
}

/**
 * Starts at a cursor, or at the file's start. Each read goes on where the last whole line ended, after a check that what
 * stands before it is unchanged; else the timeline starts again, with an issue that says why.
 *
 * A last line without newline counts as it stands. Where it is a whole entry, and more bytes come, the file is read once
 * more: what an entry left in the timeline can't be taken out of it.
 */
export function growingTimeline(path: string, options: TimelineOptions, start: Cursor = startCursor): GrowingTimeline {
  let origin = start;
  let cursor = start;
  let { builder, read } = fresh();
  let begun = false;
  let tailAdded = false;
  let lastTail = "";

  function fresh() {
    const made = building({ sessionId: sessionIdOf(path), ...options });
    made.builder.file(null, agentOf(path) ?? "main");
    return made;
  }

  function startAgain(): void {
    cursor = origin;
    ({ builder, read } = fresh());
  }

  return {
    async next() {
      try {
        return await readOn();
      } catch (error) {
        if (begun && !existsSync(path)) return null;
        throw error;
      }
    },
  };

  async function readOn(): Promise<Grown | null> {
    let from = cursor.offset;
    let changed = !begun || tailAdded;
    if (tailAdded) startAgain();
    let tail: EntryBatch | undefined;
    tailAdded = false;
    for await (const batch of readEntries(fileSource(path), { ...read, cursor })) {
      if (batch.restarted) {
        origin = startCursor;
        startAgain();
        from = 0;
        changed = true;
      }
      if (isTail(batch, cursor)) tail = batch;
      else changed ||= linesOf(batch) > 0;
      tailAdded = batch === tail && batch.entries.length > 0;
      if (batch !== tail || tailAdded) builder.add(batch);
      cursor = batch.cursor;
    }
    const tailNow = tail === undefined ? "" : JSON.stringify([tail.lines, tail.issues]);
    changed ||= tailAdded || tailNow !== lastTail;
    begun = true;
    lastTail = tailNow;
    return changed ? { timeline: builder.finish(tailAdded ? undefined : tail), from } : null;
  }
}

/** True for the last line of a file where it has no newline: it was read, and the cursor stays before it. */
const isTail = (batch: EntryBatch, before: Cursor): boolean =>
  batch.cursor.offset === before.offset && linesOf(batch) > 0;

const linesOf = (batch: EntryBatch): number => Object.values(batch.lines).reduce((sum, lines) => sum + lines, 0);
