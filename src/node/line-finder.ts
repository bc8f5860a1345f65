import { closeSync, openSync, readSync } from "node:fs";
import { hashedBytes, hashPrefix } from "../read/cursor.js";
import type { Cursor } from "../read/entry-batch.js";

/** Finds lines of a file by their bytes. */
export interface LineFinder {
  /** Where the first line begins that begins at this byte or later; `end` where none does before it. */
  lineStart(offset: number, end: number): number;
  /** The number, from 1, of the line that holds this byte. */
  lineAt(offset: number): number;
  /** From where a read goes on at this byte. */
  cursorAt(offset: number): Cursor;
}

const newline = 0x0a;
const chunkBytes = 1024 * 1024;

/** Counts lines from a cursor of the file, forwards or back. */
export function lineFinder(path: string, known: Cursor): LineFinder {
  const lineAt = (offset: number): number => {
    const between = newlinesIn(path, Math.min(offset, known.offset), Math.max(offset, known.offset));
    return known.line + (offset < known.offset ? -between : between) + 1;
  };
  return {
    lineAt,
    lineStart(offset, end) {
      if (offset <= 0) return 0;
      for (const { bytes, at } of chunksOf(path, offset - 1, end)) {
        const found = bytes.indexOf(newline);
        if (found >= 0) return at + found + 1;
      }
      return end;
    },
    cursorAt(offset) {
      const size = Math.min(hashedBytes, offset);
      const part = (from: number) => {
        const parts: Buffer[] = [];
        for (const { bytes } of chunksOf(path, from, from + size)) parts.push(Buffer.from(bytes));
        return Buffer.concat(parts);
      };
      return { offset, line: lineAt(offset) - 1, hash: hashPrefix(part(0), part(offset - size)) };
    },
  };
}

function newlinesIn(path: string, from: number, to: number): number {
  let count = 0;
  for (const { bytes } of chunksOf(path, from, to))
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}

/** The bytes of a part of a file; the memory of a chunk is used again for the next one. */
function* chunksOf(path: string, from: number, to: number): Generator<{ bytes: Buffer; at: number }> {
  if (from >= to) return;
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, to - from));
    for (let at = from; at < to; ) {
      const length = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at);
      if (length === 0) return;
      yield { bytes: buffer.subarray(0, length), at };
      at += length;
    }
  } finally {
    closeSync(file);
  }
}
