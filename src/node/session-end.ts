import { statSync } from "node:fs";
import { readEntries } from "../read/entries.js";
import type { ByteSource } from "../read/source.js";
import { TranscriptError } from "../read/transcript-error.js";
import { building, type TimelineOptions } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { cacheFolder } from "./cache-folder.js";
import { agentOf, sessionIdOf } from "./file-names.js";
import { fileSource } from "./file-source.js";
import { type KnownBoundaries, knownBoundaries } from "./known-boundaries.js";
import { type LineFinder, lineFinder } from "./line-finder.js";

/** How `sessionEnd` reads. */
export interface SessionEndOptions extends TimelineOptions {
  /** Bytes of the file that are read at most from its end; default 32 MiB. */
  maxBytes?: number;
  /** Where the boundaries of a large file are kept: true (default) for the user's cache folder, else that folder; false for nowhere. */
  cache?: boolean | string;
}

/** The end of a session's file. */
export interface SessionEnd {
  /** Of the lines that were read; places are those of the file, ordinals and segments count from the first line read. */
  timeline: Timeline;
  /** Compactions before the first line read: add them to an ordinal of the timeline. */
  earlier: number;
  /** The lines that were read, both ends included: two stretches where the end was too long; none of an empty file. */
  lines: { from: number; to: number }[];
  /** Whether these are all lines from the last compaction but one on. */
  complete: boolean;
  /** Length of the file in bytes when it was opened; what is written later is not read. */
  bytes: number;
}

const usualMaxBytes = 32 * 1024 * 1024;
/** So much behind the last boundary is read in any case: the summary and what came back. */
const openingBytes = 1024 * 1024;

/**
 * Reads the end of a session's file: from the last compaction but one on, or all of a file that has fewer. The cost goes
 * with the end and not with the file, of which the rest is searched for boundaries only, and that once.
 *
 * Of an end of more than `maxBytes` its last bytes are read, and what follows the last boundary at once. Files of
 * subagents are not read, and a row that was written before the end and again in it counts as new. Throws a
 * `TranscriptError` where the path is no file that can be read.
 *
 * @example
 * const end = await sessionEnd(path, { cache: false });
 * [end.lines[0]?.from, end.earlier]; // => [39, 0]
 */
export async function sessionEnd(path: string, options: SessionEndOptions = {}): Promise<SessionEnd> {
  const { maxBytes = usualMaxBytes, cache = true, ...read } = options;
  if (!(maxBytes > 0)) throw new TranscriptError("wrong-option", `\`maxBytes\` is ${maxBytes}; pass a number above 0.`);
  const bytes = sizeOf(path);
  const source = fileSource(path);
  const folder = bytes <= openingBytes ? null : folderFor(cache);
  const known = await knownBoundaries(path, until(source, bytes), folder, read.signal);
  const find = lineFinder(path, known.cursor);
  const { stretches, complete } = stretchesOf(known, bytes, maxBytes, find);

  const { builder, read: readOptions } = building({ sessionId: sessionIdOf(path), ...read });
  builder.file(null, agentOf(path) ?? "main");
  for (const { offset, end } of stretches)
    for await (const batch of readEntries(until(source, end), { ...readOptions, cursor: find.cursorAt(offset) }))
      builder.add(batch);
  const first = stretches[0]?.offset ?? 0;
  return {
    timeline: builder.finish(),
    earlier: known.count - known.last.filter(({ offset }) => offset >= first).length,
    lines: stretches.map(({ offset, end }) => ({ from: find.lineAt(offset), to: find.lineAt(end - 1) })),
    complete,
    bytes,
  };
}

/** Where a home folder is not known nothing is kept, and nothing is lost but the time of the next look. */
function folderFor(cache: boolean | string): string | null {
  if (cache === false) return null;
  try {
    return cacheFolder(cache === true ? null : cache);
  } catch {
    return null;
  }
}

interface Stretch {
  offset: number;
  end: number;
}

function stretchesOf(
  { last }: KnownBoundaries,
  bytes: number,
  maxBytes: number,
  find: LineFinder,
): { stretches: Stretch[]; complete: boolean } {
  const notEmpty = ({ offset, end }: Stretch) => offset < end;
  const from = last.at(-2)?.offset ?? 0;
  if (bytes - from <= maxBytes) return { stretches: [{ offset: from, end: bytes }].filter(notEmpty), complete: true };
  const late = { offset: find.lineStart(bytes - maxBytes, bytes), end: bytes };
  const boundary = last.at(-1)?.offset ?? late.offset;
  const opening = { offset: boundary, end: Math.min(find.lineStart(boundary + openingBytes, bytes), late.offset) };
  return { stretches: [opening, late].filter(notEmpty), complete: false };
}

function sizeOf(path: string): number {
  const size = fileSource(path).size?.();
  if (typeof size === "number" && statSync(path).isFile()) return size;
  throw new TranscriptError("wrong-source", `${path}: is no file; the end of a session is read from its file.`);
}

/** A source that ends at this byte, whatever is written behind it meanwhile. */
function until(source: ByteSource, end: number): ByteSource {
  return {
    async *open(from) {
      let at = from;
      for await (const chunk of source.open(from)) {
        const part = chunk.subarray(0, Math.max(0, end - at));
        at += part.length;
        if (part.length > 0) yield part;
        if (at >= end) return;
      }
    },
  };
}
