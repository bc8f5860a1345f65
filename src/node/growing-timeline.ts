import { existsSync } from "node:fs";
import { mayBeArray } from "../read/beginning.js";
import { startCursor } from "../read/cursor.js";
import { readEntries } from "../read/entries.js";
import type { Cursor, EntryBatch } from "../read/entry-batch.js";
import type { ByteSource } from "../read/source.js";
import { building, type TimelineOptions } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { agentOf, sessionIdOf } from "./file-names.js";
import { fileSource } from "./file-source.js";
import { type FileState, mayBeAppended, stateAt } from "./file-stamp.js";

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
 * stands before it is unchanged; else the timeline starts again, with an issue that says why. It starts again, too, where
 * another file stands in its place, or the file was written to and did not grow. Bytes that change in the middle of a file
 * that grows at the same time are not seen: what is checked of it then is its head and what stands before the cursor.
 *
 * A last line without newline counts as it stands. Where it is a whole entry, and more bytes come, the file is read once
 * more: what an entry left in the timeline can't be taken out of it. So is a file that is one array, or may become one, as
 * what comes can tell that it is none, or give a line that was counted another class.
 */
export function growingTimeline(path: string, options: TimelineOptions, start: Cursor = startCursor): GrowingTimeline {
  let origin = start;
  let cursor = start;
  let { builder, read } = fresh();
  let begun = false;
  /** Whether something was added that more bytes may change. */
  let mayChange = false;
  let lastTail = "";
  /** Whether the file is one array, or may become one, and where it ended. */
  let isArray = true;
  let end = 0;
  /** The file as it was when its end was read. */
  let last: FileState | null = null;
  const source = watched(fileSource(path), (chunk, from) => {
    if (from === 0) isArray = mayBeArray(chunk);
    end = from + chunk.length;
  });

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
    const endBefore = end;
    const now = stateAt(path);
    const isOther = last !== null && now !== null && !mayBeAppended(last, now);
    let changed = !begun || isOther || (mayChange && !isArray);
    let tail: EntryBatch | undefined;
    if ((mayChange || isOther) && !(await isRewritten())) startAgain();
    if (isOther) from = cursor.offset;
    for await (const batch of readEntries(source, { ...read, cursor })) {
      if (batch.restarted) {
        origin = startCursor;
        startAgain();
        from = 0;
        changed = true;
      }
      if (isTail(batch, cursor)) tail = batch;
      else changed ||= !isArray && linesOf(batch) > 0;
      mayChange = isArray || (batch === tail && batch.entries.length > 0);
      if (batch !== tail || mayChange) builder.add(batch);
      cursor = batch.cursor;
    }
    const tailNow = tail === undefined ? "" : JSON.stringify([tail.lines, tail.issues]);
    changed ||= isArray ? end !== endBefore : mayChange || tailNow !== lastTail;
    begun = true;
    last = stateAt(path);
    lastTail = tailNow;
    return changed ? { timeline: builder.finish(mayChange ? undefined : tail), from } : null;
  }

  /** Whether what stands before the cursor is no longer what was read. */
  async function isRewritten(): Promise<boolean> {
    for await (const { restarted } of readEntries(source, { cursor, validate: "never" })) return restarted === true;
    return false;
  }
}

/** A source that tells of each of its chunks where it begins. */
function watched(source: ByteSource, see: (chunk: Uint8Array, from: number) => void): ByteSource {
  return {
    ...source,
    async *open(from) {
      let at = from;
      for await (const chunk of source.open(from)) {
        see(chunk, at);
        at += chunk.length;
        yield chunk;
      }
    },
  };
}

/** True for the last line of a file where it has no newline: it was read, and the cursor stays before it. */
const isTail = (batch: EntryBatch, before: Cursor): boolean =>
  batch.cursor.offset === before.offset && linesOf(batch) > 0;

const linesOf = (batch: EntryBatch): number => Object.values(batch.lines).reduce((sum, lines) => sum + lines, 0);
