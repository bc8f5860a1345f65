import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { startCursor } from "../read/cursor.js";
import { readEntries } from "../read/entries.js";
import type { Cursor } from "../read/entry-batch.js";
import type { Place } from "../read/place.js";
import type { ByteSource } from "../read/source.js";
import { building } from "../timeline/read-timeline.js";
import { dropOldFiles } from "./drop-old-files.js";
import { agentOf } from "./file-names.js";
import { type FileState, mayBeAppended, stateAt } from "./file-stamp.js";
import { makeFolder } from "./make-folder.js";
import { replaceFile } from "./replace-file.js";

/** The compactions of a file's own conversation, and where the look for more goes on. */
export interface KnownBoundaries {
  /** How many there are. */
  count: number;
  /** The last of them, in order. */
  last: Place[];
  cursor: Cursor;
}

const none: KnownBoundaries = { count: 0, last: [], cursor: startCursor };

/** A row that is written again has the uuid of one that was counted: so many are remembered. */
const remembered = 100;
const keptDays = 30;
const format = 2;

/**
 * Finds the compaction boundaries of a file without parsing the rest of it. With `folder`, what was found is kept there,
 * and only what was written since is read the next time, where it is still that file and a cursor shows that what lies at its
 * head and before the place of the last read is unchanged.
 */
export async function knownBoundaries(
  path: string,
  source: ByteSource,
  folder: string | null,
  signal: AbortSignal | undefined,
): Promise<KnownBoundaries> {
  const note = folder === null ? null : join(folder, "ends", `${nameOf(path)}.json`);
  const before = note === null ? none : readNote(note, stateAt(path));
  const found = await goOn(path, source, before, signal);
  if (note !== null && found.cursor.offset !== before.cursor.offset)
    keepNote(note, found, stateAt(path), before === none);
  return found;
}

async function goOn(
  path: string,
  source: ByteSource,
  before: KnownBoundaries,
  signal: AbortSignal | undefined,
): Promise<KnownBoundaries> {
  const chain = agentOf(path) ?? "main";
  const fresh = () => {
    const { builder, read } = building({ validate: "never", ...(signal === undefined ? {} : { signal }) });
    builder.file(null, chain);
    return { builder, read };
  };
  let { builder, read } = fresh();
  let start = before;
  let cursor = before.cursor;
  const options = { ...read, kinds: ["system/compact_boundary"], cursor };
  for await (const batch of readEntries(source, options)) {
    if (batch.restarted) {
      start = none;
      ({ builder, read } = fresh());
    }
    builder.add(batch);
    cursor = batch.cursor;
  }
  const seen = new Set(start.last.map(({ uuid }) => uuid));
  const places = builder
    .finish()
    .events.filter((event) => event.kind === "boundary" && event.chain === chain)
    .map(({ place }) => place)
    // A last line without newline comes again.
    .filter(({ uuid, offset }) => offset < cursor.offset && (uuid === null || !seen.has(uuid)));
  return { count: start.count + places.length, last: [...start.last, ...places].slice(-remembered), cursor };
}

const nameOf = (path: string): string => createHash("sha256").update(realpathSync(path)).digest("hex").slice(0, 32);

/** `now` is the file that it should be of. */
function readNote(path: string, now: FileState | null): KnownBoundaries {
  try {
    const { format: written, count, last, cursor, file } = JSON.parse(readFileSync(path, "utf8"));
    const isWhole = written === format && Number.isSafeInteger(count) && Array.isArray(last) && isCursor(cursor);
    const isOfFile = now !== null && mayBeAppended(file, now);
    return isWhole && isOfFile && last.every(isPlace) ? { count, last, cursor } : none;
  } catch {
    return none;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isCursor = (value: unknown): boolean => {
  const { offset, line, hash } = (value ?? {}) as Partial<Cursor>;
  return isCount(offset) && isCount(line) && typeof hash === "string";
};

const isPlace = (value: unknown): boolean => {
  const { offset, line, uuid } = (value ?? {}) as Partial<Place>;
  return isCount(offset) && isCount(line) && (uuid === null || typeof uuid === "string");
};

/** Where it can't be kept nothing is lost but the time of the next look. */
function keepNote(path: string, found: KnownBoundaries, file: FileState | null, isNew: boolean): void {
  try {
    makeFolder(dirname(path));
    replaceFile(path, JSON.stringify({ format, ...found, file }));
    if (isNew) dropOldFiles(dirname(path), keptDays);
  } catch {}
}
