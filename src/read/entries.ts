import { createDocumentCutter } from "./array-document.js";
import { createEntryCollector } from "./collect-entries.js";
import { startCursor } from "./cursor.js";
import type { Cursor, EntryBatch, ReadOptions } from "./entry-batch.js";
import { loadSalvage, type Salvage } from "./oversize-line.js";
import { startAt } from "./resume.js";
import type { Source } from "./source.js";
import { TranscriptError } from "./transcript-error.js";

const defaultMaxLineBytes = 16 * 1024 * 1024;
/** Keeps the text of a line far below the longest string of today's engines (about 2^29 characters in V8). */
const largestMaxLineBytes = 256 * 1024 * 1024;

const nothing = new Uint8Array(0);

/**
 * Reads the entries of a transcript, one batch per chunk of the source; nothing in the data makes it throw.
 *
 * Every physical line is counted in exactly one class, every fault is an issue, and each batch has the cursor from which
 * a later read goes on. An empty source gives one empty batch. Throws a `TranscriptError` for wrong use, for the first
 * issue with `onIssue: "throw"`, and the signal's reason where `signal` was aborted.
 */
export async function* readEntries(source: Source, options: ReadOptions = {}): AsyncGenerator<EntryBatch> {
  const { signal, cursor: wanted = startCursor } = options;
  const maxLineBytes = checkedLimit(options.maxLineBytes ?? defaultMaxLineBytes);
  signal?.throwIfAborted();

  const { chunks, cursor: start, trail, head, byteBefore, fault } = await startAt(source, wanted);
  const collector = createEntryCollector(options);
  const cutter = createDocumentCutter(maxLineBytes, { offset: start.offset, line: start.line, head, byteBefore });
  let cursor = start;
  let delivered: Cursor | null = null;
  let startSalvage: (() => Salvage) | null = null;
  let salvage: Salvage | null = null;

  function batch(): EntryBatch {
    const result = collector.batch(cursor);
    if (fault !== null && delivered === null) result.restarted = true;
    delivered = cursor;
    return result;
  }

  async function takePieces(): Promise<void> {
    for (let piece = cutter.next(); piece !== null; piece = cutter.next()) {
      if (!piece.oversize) {
        collector.take(piece);
        continue;
      }
      startSalvage ??= await loadSalvage();
      salvage ??= startSalvage();
      salvage.write(piece.bytes);
      if (!piece.last) continue;
      collector.takeSalvaged(piece, salvage.finish(piece.terminated));
      salvage = null;
    }
  }

  if (fault !== null) collector.report(fault, { line: wanted.line + 1, offset: wanted.offset, uuid: null });
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    cutter.feed(chunk);
    await takePieces();
    cursor = trail.advance(chunk, cutter.offset(), cutter.lines(), cutter.replayed());
    if (collector.pending()) yield batch();
  }
  signal?.throwIfAborted();
  cutter.end();
  await takePieces();
  cursor = trail.advance(nothing, cutter.offset(), cutter.lines(), cutter.replayed());
  if (collector.pending() || delivered !== cursor) yield batch();
}

function checkedLimit(maxLineBytes: number): number {
  if (Number.isInteger(maxLineBytes) && maxLineBytes > 0 && maxLineBytes <= largestMaxLineBytes) return maxLineBytes;
  throw new TranscriptError(
    "wrong-option",
    `\`maxLineBytes\` is ${maxLineBytes}; pass a whole number from 1 to ${largestMaxLineBytes}.`,
  );
}
