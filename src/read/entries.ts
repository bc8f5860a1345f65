import { createDocumentCutter } from "./array-document.js";
import { createEntryCollector } from "./collect-entries.js";
import { startCursor } from "./cursor.js";
import type { Cursor, EntryBatch, ReadOptions } from "./entry-batch.js";
import { createLineCutter, type Piece } from "./lines.js";
import { needlesOf } from "./needles.js";
import { loadSalvage, type Salvage } from "./oversize-line.js";
import { startAt } from "./resume.js";
import { createPrunedLines } from "./scan/pruned-lines.js";
import { type Scanning, scanning } from "./scan/scanner.js";
import { type Source, sizeOf } from "./source.js";
import { TranscriptError } from "./transcript-error.js";
import { takesTurns } from "./turns.js";
import { checkWord } from "./wrong-use.js";

const defaultMaxLineBytes = 16 * 1024 * 1024;
/** Keeps the text of a line far below the longest string of today's engines (about 2^29 characters in V8). */
const largestMaxLineBytes = 256 * 1024 * 1024;

/** Values of more bytes than this are cut out with `bodies: "lazy"`; no word that tells kinds apart is as long. */
const longestWhole = 256;
/** More than a line has that is held. */
const longestOfAll = 2 ** 28;
/** So much of a chunk is in the memory of a scanner at a time. */
const scannedBytes = 128 * 1024;

const nothing = new Uint8Array(0);

/**
 * Reads the entries of a transcript, one batch per chunk of the source; nothing in the data makes it throw.
 *
 * Every physical line is counted in exactly one class, every fault is an issue, and each batch has the cursor from which
 * a later read goes on. An empty source gives one empty batch. Other work of the thread has its turn every few
 * milliseconds, so a page stays alive. Throws a `TranscriptError` for wrong use, for the first
 * issue with `onIssue: "throw"`, and the signal's reason where `signal` was aborted.
 */
export function readEntries(source: Source, options: ReadOptions = {}): AsyncGenerator<EntryBatch> {
  return readWith(scanning, longestWhole, source, options);
}

/** The same with a choice of scanners, and of the longest value in bytes (at least 16) that `bodies: "lazy"` leaves. */
export async function* readWith(
  scanners: Scanning,
  longest: number,
  source: Source,
  options: ReadOptions,
): AsyncGenerator<EntryBatch> {
  const { signal, cursor: wanted = startCursor, onIssue = "collect", onProgress } = options;
  if (typeof onIssue !== "function") checkWord("onIssue", onIssue, ["collect", "throw"], " or a function");
  const maxLineBytes = checkedLimit(options.maxLineBytes ?? defaultMaxLineBytes);
  const needles = options.kinds === undefined ? [] : needlesOf(options.kinds);
  const lazy = checkedBodies(options.bodies ?? "whole") === "lazy";
  signal?.throwIfAborted();
  const total = onProgress === undefined ? null : await sizeOf(source);

  const { chunks, cursor: start, trail, head, byteBefore, fault } = await startAt(source, wanted);
  const collector = createEntryCollector(options);
  const scans = lazy || needles.length > 0;
  const pruned = scans ? createPrunedLines(scanners, lazy ? longest : longestOfAll, needles) : null;
  const place = { offset: start.offset, line: start.line, head, byteBefore };
  const cutter = createDocumentCutter(maxLineBytes, place, pruned?.createLineCutter ?? createLineCutter);
  const turn = takesTurns();
  let bytes = start.offset;
  // A file that grows, or a pipe, holds more than was said.
  const tell = (): void => onProgress?.({ bytes, total: total !== null && bytes <= total ? total : null });
  let delivered: Cursor | null = null;
  let startSalvage: (() => Salvage) | null = null;
  let salvage: Salvage | null = null;

  function batch(): EntryBatch {
    const result = collector.batch(trail.cursor());
    if (fault !== null && delivered === null) result.restarted = true;
    delivered = result.cursor;
    return result;
  }

  async function takePieces(): Promise<void> {
    for (let piece = cutter.next(); piece !== null; piece = cutter.next()) {
      if (!piece.oversize) {
        if (!collector.take(piece)) await withSchemas(collector.take, piece);
        continue;
      }
      startSalvage ??= await loadSalvage();
      salvage ??= startSalvage();
      salvage.write(piece.bytes);
      if (!piece.last) continue;
      const salvaged = salvage.finish(piece.terminated);
      salvage = null;
      const take = (last: Piece) => collector.takeSalvaged(last, salvaged);
      if (!take(piece)) await withSchemas(take, piece);
    }
  }

  /** The first entry that does not fit is taken a second time, with the schemas that say why. */
  async function withSchemas(take: (piece: Piece) => boolean, piece: Piece): Promise<void> {
    await collector.loadSchemas();
    take(piece);
  }

  if (fault !== null) collector.report(fault, { line: wanted.line + 1, offset: wanted.offset, uuid: null });
  try {
    for await (const whole of chunks) {
      for (const chunk of scans ? partsOf(whole) : [whole]) {
        signal?.throwIfAborted();
        cutter.feed(chunk);
        await takePieces();
        trail.advance(chunk, cutter.offset(), cutter.lines(), cutter.replayed());
        if (collector.pending()) yield batch();
        bytes += chunk.length;
        const others = turn();
        if (others === null) continue;
        tell();
        await others;
      }
    }
    signal?.throwIfAborted();
    tell();
    cutter.end();
    await takePieces();
    trail.advance(nothing, cutter.offset(), cutter.lines(), cutter.replayed());
    if (collector.pending() || delivered !== trail.cursor()) yield batch();
  } finally {
    pruned?.close();
  }
}

function* partsOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += scannedBytes) yield chunk.subarray(at, at + scannedBytes);
}

function checkedBodies(bodies: unknown): unknown {
  if (bodies === "whole" || bodies === "lazy") return bodies;
  throw new TranscriptError("wrong-option", `\`bodies\` is ${JSON.stringify(bodies)}; pass "whole" or "lazy".`);
}

function checkedLimit(maxLineBytes: number): number {
  if (Number.isInteger(maxLineBytes) && maxLineBytes > 0 && maxLineBytes <= largestMaxLineBytes) return maxLineBytes;
  throw new TranscriptError(
    "wrong-option",
    `\`maxLineBytes\` is ${maxLineBytes}; pass a whole number from 1 to ${largestMaxLineBytes}.`,
  );
}
