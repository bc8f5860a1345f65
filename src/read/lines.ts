import type { Cuts } from "./entry-batch.js";

/** A whole piece of the source (a line, or an element of an array document), or a part of one that is too long to hold. */
export interface Piece {
  /** Physical line on which it starts, from 1. */
  line: number;
  /** Byte offset of its first byte; a byte-order mark at the file's start counts, but is no part of the line. */
  offset: number;
  /** The bytes without newline; valid until `next` is called again. A carriage return before the newline is cut off, unless `oversize`. */
  readonly bytes: Uint8Array;
  /** Number of these bytes. */
  readonly length: number;
  /** False where the source ended first. */
  terminated: boolean;
  /** True for a piece longer than the limit: `bytes` is then one of several parts, in order. */
  oversize: boolean;
  /** True where no other piece began on this line: it then says which class the line is of. */
  firstOnLine: boolean;
  /** True for a whole piece and for the last part of one. */
  last: boolean;
  /** The text of the line, where the cutter has it; its long string values may be cut out. */
  text?: string;
  /** Set where values were cut out of `text`. */
  cuts?: Cuts;
}

/** Cuts chunks into pieces: `feed` a chunk, then call `next` until it gives null; after the last chunk call `end`, then `next` again. */
export interface Cutter {
  feed(chunk: Uint8Array): void;
  end(): void;
  next(): Piece | null;
  /** Byte offset after the last whole piece, where a later read can go on. */
  offset(): number;
  /** Number of newlines before that offset. */
  lines(): number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const smallCarry = 64 * 1024;
const keptCarry = 1024 * 1024;
const nothing = new Uint8Array(0);

/** Cuts lines from a byte offset on, with `lines` newlines before it. Only byte 0x0A ends a line (RFC 8259 allows U+2028 and its like in strings). */
export function createLineCutter(maxLineBytes: number, offset = 0, lines = 0): Cutter {
  // Room for what does not count: a byte-order mark and a carriage return.
  const holdLimit = maxLineBytes + 4;
  let chunk: Uint8Array = nothing;
  let at = 0;
  let carry = new Uint8Array(smallCarry);
  let carried = 0;
  let passedOn = 0;
  let lineStart = offset;
  let lineCount = lines;
  let bom = 0;
  let ended = false;

  function hold(bytes: Uint8Array): void {
    const needed = carried + bytes.length;
    if (needed > carry.length) {
      const grown = new Uint8Array(Math.max(carry.length * 2, needed));
      grown.set(carry.subarray(0, carried));
      carry = grown;
    }
    carry.set(bytes, carried);
    carried = needed;
  }

  function piece(bytes: Uint8Array, terminated: boolean, oversize: boolean, last: boolean): Piece {
    const { length } = bytes;
    return {
      line: lineCount + 1,
      offset: lineStart + bom,
      bytes,
      length,
      terminated,
      oversize,
      firstOnLine: true,
      last,
    };
  }

  function withoutMark(bytes: Uint8Array): Uint8Array {
    if (lineStart !== 0 || bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return bytes;
    bom = 3;
    return bytes.subarray(3);
  }

  function passOn(bytes: Uint8Array): Piece {
    const shown = passedOn === 0 ? withoutMark(bytes) : bytes;
    passedOn += bytes.length;
    carried = 0;
    return piece(shown, false, true, false);
  }

  function finish(rest: Uint8Array, terminated: boolean): Piece {
    let bytes = rest;
    if (carried > 0) {
      hold(rest);
      bytes = carry.subarray(0, carried);
    }
    if (passedOn > 0) return piece(bytes, terminated, true, true);
    bytes = withoutMark(bytes);
    const trimmed = terminated && bytes[bytes.length - 1] === carriageReturn ? bytes.subarray(0, -1) : bytes;
    const oversize = trimmed.length > maxLineBytes;
    return piece(oversize ? bytes : trimmed, terminated, oversize, true);
  }

  function startNextLine(length: number): void {
    lineStart += length;
    lineCount += 1;
    carried = 0;
    passedOn = 0;
    bom = 0;
    if (carry.length > keptCarry) carry = new Uint8Array(smallCarry);
  }

  function next(): Piece | null {
    const found = at < chunk.length ? chunk.indexOf(newline, at) : -1;
    const end = found < 0 ? chunk.length : found;
    if (carried > 0 && carried + end - at > holdLimit) return passOn(carry.subarray(0, carried));
    if (found >= 0) {
      const length = passedOn + carried + found - at + 1;
      const line = finish(chunk.subarray(at, found), true);
      at = found + 1;
      startNextLine(length);
      return line;
    }
    const rest = chunk.subarray(at);
    at = chunk.length;
    if (ended) {
      if (passedOn + carried + rest.length === 0) return null;
      const line = finish(rest, false);
      carried = 0;
      passedOn = 0;
      return line;
    }
    if (passedOn > 0 || rest.length > holdLimit) return rest.length === 0 ? null : passOn(rest);
    hold(rest);
    return null;
  }

  return {
    feed(bytes) {
      chunk = bytes;
      at = 0;
    },
    end() {
      ended = true;
    },
    next,
    offset: () => lineStart,
    lines: () => lineCount,
  };
}
