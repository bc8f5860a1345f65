import { copyOf } from "./copy-bytes.js";
import type { Cursor } from "./entry-batch.js";

/** Bytes at each end of a prefix that its hash covers. */
export const hashedBytes = 1024;

/** Follows the bytes of a source and gives the cursor of any point in the chunk at hand. */
export interface CursorTrail {
  /**
   * Takes the next chunk, of which everything before `offset` is read, with `line` newlines. `replayed` are the bytes
   * from the last cursor on where bytes of earlier chunks were read again, so that `offset` may lie before the chunk.
   */
  advance(chunk: Uint8Array, offset: number, line: number, replayed: Uint8Array | null): void;
  /** The cursor of the point that was last advanced to. */
  cursor(): Cursor;
}

/** A trail that starts at `cursor`, given the first and the last bytes before it (at most {@link hashedBytes} each). */
export function createCursorTrail(start: Cursor, startHead: Uint8Array, startTail: Uint8Array): CursorTrail {
  let cursor: Cursor | null = start;
  let { offset: cursorAt, line: cursorLine } = start;
  const cursorTail = newTail(startTail);
  const recent = newTail(startTail);
  let seen = start.offset;
  let head = copyOf(startHead);
  let fullHead: Hash | null = null;

  return {
    advance(chunk, offset, line, replayed) {
      if (head.length < hashedBytes && seen === head.length) {
        head = joined(head, chunk.subarray(0, hashedBytes - head.length));
      }
      if (offset !== cursorAt) {
        if (offset >= seen || replayed === null) {
          setTail(cursorTail, recent);
          appendTo(cursorTail, chunk.subarray(0, offset - seen));
        } else appendTo(cursorTail, replayed.subarray(0, offset - cursorAt));
        cursorAt = offset;
        cursorLine = line;
        cursor = null;
      }
      appendTo(recent, chunk);
      seen += chunk.length;
    },
    cursor() {
      if (cursor !== null) return cursor;
      if (fullHead === null && head.length === hashedBytes) fullHead = hashBytes(seed, head);
      const ofHead =
        fullHead !== null && cursorAt >= hashedBytes ? fullHead : hashBytes(seed, head.subarray(0, cursorAt));
      cursor = {
        offset: cursorAt,
        line: cursorLine,
        hash: hashTail(ofHead, cursorTail.bytes.subarray(0, cursorTail.length)),
      };
      return cursor;
    },
  };
}

/** Hash of a prefix by its first and last bytes: tells a rewritten file, is no protection against an attacker. */
export function hashPrefix(head: Uint8Array, tail: Uint8Array): string {
  return hashTail(hashBytes(seed, head), tail);
}

interface Hash {
  low: number;
  high: number;
}

const seed: Hash = { low: 0x811c9dc5, high: 0x9e3779b9 };

/** The cursor of a source's very start. */
export const startCursor: Cursor = { offset: 0, line: 0, hash: hashPrefix(new Uint8Array(0), new Uint8Array(0)) };

function hashTail(ofHead: Hash, tail: Uint8Array): string {
  const { low, high } = hashBytes(ofHead, tail);
  return hex(low) + hex(high);
}

function hashBytes(before: Hash, bytes: Uint8Array): Hash {
  let { low, high } = before;
  // Four bytes a step; behind the end there are zeros.
  for (let at = 0; at < bytes.length; at += 4) {
    const word =
      (bytes[at] as number) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    low = Math.imul(low ^ word, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0x85ebca6b) + (high >>> 13);
  }
  return { low: low ^ bytes.length, high };
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/** The last bytes of what was read, at most {@link hashedBytes}; one memory for all chunks, as there are many. */
interface Tail {
  readonly bytes: Uint8Array;
  length: number;
}

function newTail(bytes: Uint8Array): Tail {
  const tail = { bytes: new Uint8Array(hashedBytes), length: 0 };
  appendTo(tail, bytes);
  return tail;
}

function setTail(tail: Tail, { bytes, length }: Tail): void {
  tail.bytes.set(bytes);
  tail.length = length;
}

function appendTo(tail: Tail, more: Uint8Array): void {
  const added = Math.min(more.length, hashedBytes);
  const kept = Math.min(tail.length, hashedBytes - added);
  tail.bytes.copyWithin(0, tail.length - kept, tail.length);
  tail.bytes.set(more.subarray(more.length - added), kept);
  tail.length = kept + added;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
