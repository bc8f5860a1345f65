import { readEntries } from "../../src/read/entries.js";
import type { Cursor, EntryBatch, LineCounts, ReadEntry, ReadOptions } from "../../src/read/entry-batch.js";
import type { Issue } from "../../src/read/issue.js";
import type { Source } from "../../src/read/source.js";

export interface Reading {
  entries: ReadEntry[];
  /** All issues but those about the shape of fields, which are the schemas' matter. */
  issues: Issue[];
  fieldIssues: Issue[];
  lines: LineCounts;
  /** Sum of the classes. */
  lineCount: number;
  cursor: Cursor;
  batches: EntryBatch[];
}

export function readAll(source: Source, options: ReadOptions = {}): Promise<Reading> {
  return collect(readEntries(source, options));
}

export async function collect(read: AsyncIterable<EntryBatch>): Promise<Reading> {
  const batches: EntryBatch[] = [];
  for await (const batch of read) batches.push(batch);
  const last = batches.at(-1);
  if (last === undefined) throw new Error("a read gives at least one batch");
  const lines = { ...last.lines };
  for (const name of Object.keys(lines) as (keyof LineCounts)[]) {
    lines[name] = batches.reduce((sum, batch) => sum + batch.lines[name], 0);
  }
  const all = batches.flatMap((batch) => batch.issues);
  return {
    entries: batches.flatMap((batch) => batch.entries),
    issues: all.filter(({ code }) => code !== "invalid-entry"),
    fieldIssues: all.filter(({ code }) => code === "invalid-entry"),
    lines,
    lineCount: Object.values(lines).reduce((sum, count) => sum + count, 0),
    cursor: last.cursor,
    batches,
  };
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function joinBytes(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The bytes in chunks of these lengths, the list repeated as often as needed. */
export function* inChunks(bytes: Uint8Array, lengths: number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.slice(at, at + length);
    at += length;
  }
}

/** The same, with one buffer for all chunks: a source may use its memory again. */
export function* inReusedChunks(bytes: Uint8Array, lengths: number[]): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.max(...lengths));
  for (const chunk of inChunks(bytes, lengths)) {
    buffer.set(chunk);
    yield buffer.subarray(0, chunk.length);
    buffer.fill(0x7e);
  }
}

/** Number of physical lines: newlines, and one more for a tail. */
export function physicalLines(bytes: Uint8Array): number {
  const newlines = bytes.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0);
  return newlines + (bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? 1 : 0);
}

/** What must not depend on how the bytes came. */
export function essence({ entries, issues, lines, cursor }: Reading): unknown {
  return { entries, issues, lines, cursor };
}
