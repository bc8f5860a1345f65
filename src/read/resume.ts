import { copyOf } from "./copy-bytes.js";
import { type CursorTrail, createCursorTrail, hashedBytes, hashPrefix, startCursor } from "./cursor.js";
import type { Cursor } from "./entry-batch.js";
import type { IssueCode } from "./issue.js";
import { bytesFrom, reopenable, type Source } from "./source.js";
import { TranscriptError } from "./transcript-error.js";

/** Where a read really starts, once what lies before its cursor was checked. */
export interface ReadStart {
  /** The cursor given, or the source's start where it no longer fits. */
  cursor: Cursor;
  chunks: AsyncIterable<Uint8Array>;
  trail: CursorTrail;
  /** First bytes before the cursor, at most {@link hashedBytes}. */
  head: Uint8Array;
  /** The last byte before the cursor, or null at the source's start. */
  byteBefore: number | null;
  /** Why the read had to start again. */
  fault: { code: IssueCode; message: string } | null;
}

/**
 * Opens a source at a cursor and checks that what lies before it is what was read. A source that can be opened anywhere
 * is read at the head and just before the cursor; one that can be read once only is kept in memory up to the cursor,
 * because the read may have to start again.
 */
export async function startAt(source: Source, cursor: Cursor): Promise<ReadStart> {
  checkCursor(cursor);
  if (cursor.offset === 0) return fromStart(bytesFrom(source, 0), null);
  const size = Math.min(hashedBytes, cursor.offset);
  const opened = reopenable(source);
  if (opened === null) return startOnce(source, cursor, size);

  const headChunks = openChunks(opened.open(0));
  const head = await headChunks.take(size);
  await headChunks.close();
  const chunks = openChunks(opened.open(cursor.offset - size));
  const tail = await chunks.take(size);
  const fault = compare(cursor, size, head, tail);
  if (fault === null) return atCursor(cursor, head, tail, chunks.rest());
  await chunks.close();
  return fromStart(opened.open(0), fault);
}

async function startOnce(source: Source, cursor: Cursor, size: number): Promise<ReadStart> {
  const chunks = openChunks(bytesFrom(source, 0));
  const prefix = await chunks.take(cursor.offset);
  const head = prefix.subarray(0, size);
  const tail = prefix.subarray(Math.max(0, prefix.length - size));
  const whole = prefix.length === cursor.offset;
  const fault = whole ? compare(cursor, size, head, tail) : compare(cursor, size, head, tail.subarray(0, 0));
  if (fault === null) return atCursor(cursor, head, tail, chunks.rest());
  return fromStart(withPrefix(prefix, chunks.rest()), fault);
}

function atCursor(cursor: Cursor, head: Uint8Array, tail: Uint8Array, chunks: AsyncIterable<Uint8Array>): ReadStart {
  const trail = createCursorTrail(cursor, head, tail);
  return { cursor, chunks, trail, head, byteBefore: tail[tail.length - 1] ?? null, fault: null };
}

function fromStart(chunks: AsyncIterable<Uint8Array>, fault: ReadStart["fault"]): ReadStart {
  const none = new Uint8Array(0);
  const trail = createCursorTrail(startCursor, none, none);
  return { cursor: startCursor, chunks, trail, head: none, byteBefore: null, fault };
}

function compare(cursor: Cursor, size: number, head: Uint8Array, tail: Uint8Array): ReadStart["fault"] {
  if (tail.length < size) {
    return {
      code: "truncated-file",
      message: `The source ends before byte ${cursor.offset}, where the read should go on; it is read from its start.`,
    };
  }
  if (hashPrefix(head, tail) === cursor.hash) return null;
  return {
    code: "rewritten-file",
    message: `What stands before byte ${cursor.offset} has changed; the source is read from its start.`,
  };
}

/** Refuses what no read gave. */
export function checkCursor(cursor: Cursor | null): void {
  const { offset = -1, line = -1, hash = null } = cursor ?? {};
  const whole = Number.isSafeInteger(offset) && offset >= 0 && Number.isSafeInteger(line) && line >= 0;
  if (whole && typeof hash === "string") return;
  throw new TranscriptError(
    "wrong-option",
    "`cursor` is no cursor; pass one that an earlier read gave, as it was, or leave it out.",
  );
}

async function* withPrefix(prefix: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (prefix.length > 0) yield prefix;
  yield* rest;
}

interface OpenChunks {
  /** The next `size` bytes as a copy, fewer where the source ends. */
  take(size: number): Promise<Uint8Array>;
  /** What was not taken. */
  rest(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

function openChunks(chunks: AsyncIterable<Uint8Array>): OpenChunks {
  const iterator = chunks[Symbol.asyncIterator]();
  let left: Uint8Array = new Uint8Array(0);
  const close = async () => {
    await iterator.return?.();
  };
  return {
    async take(size) {
      const parts: Uint8Array[] = [];
      let missing = size;
      while (missing > 0) {
        if (left.length === 0) {
          const { done, value } = await iterator.next();
          if (done) break;
          left = value;
        }
        const part = copyOf(left.subarray(0, missing));
        left = left.subarray(part.length);
        missing -= part.length;
        parts.push(part);
      }
      return concatenated(parts, size - missing);
    },
    rest: () => restOf(left, iterator, close),
    close,
  };
}

async function* restOf(
  left: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    if (left.length > 0) yield left;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      yield value;
    }
  } finally {
    await close();
  }
}

function concatenated(parts: Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
