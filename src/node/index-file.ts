import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";
import { buildId } from "./build-id.js";
import { cacheFolder } from "./cache-folder.js";
import { makeFolder } from "./make-folder.js";
import { replaceFile } from "./replace-file.js";

/** What is known of one session: as JSON, so that only what is asked for is parsed. */
export interface IndexedSession {
  /** The files that it was read from, each with its stamp. */
  files: string;
  /** The rows of each query, in the order of the index; only those that were asked for. */
  answers: (string | undefined)[];
}

/** An index as it is in memory; paths are relative to its folder. */
export interface FolderIndex {
  sessions: Map<string, IndexedSession>;
  /** Session ids on the first rows of files in folders of an older layout: path, stamp and id. */
  ids: Map<string, { stamp: string; id: string | null }>;
}

export const emptyIndex = (): FolderIndex => ({ sessions: new Map(), ids: new Map() });

const format = 1;
const newline = 0x0a;
/** More than the first line of any index takes. */
const mostHeadBytes = 32 * 1024;

/** Where the index of a folder lies: in `XDG_CACHE_HOME`, else in `~/.cache`, or in the folder given. */
export function indexPath(folder: string, cache: string | null): string {
  return join(cacheFolder(cache), `${sha256Of(realpathSync(folder)).slice(0, 32)}.index`);
}

/**
 * Reads an index that {@link writeIndex} wrote for the same folder, queries, format and build of the library, with the
 * rows of the queries in `asked`; else gives an empty one. Every byte that is used is under a checksum. Never throws.
 *
 * The first line tells what it was written for, and the length and checksum of each section after it: the sessions with
 * their files, and the ids; then for each query one line of rows for each session.
 */
export function readIndex(
  path: string,
  folder: string,
  queries: readonly string[],
  asked: readonly string[] = queries,
): FolderIndex {
  try {
    // Without waiting: a pipe in its place has no writer.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return indexIn(file, folder, queries, asked);
    } finally {
      closeSync(file);
    }
  } catch {
    return emptyIndex();
  }
}

/** Of an open file only the sections that are asked for are read: most of it is the rows of other queries. */
function indexIn(file: number, folder: string, queries: readonly string[], asked: readonly string[]): FolderIndex {
  const index = emptyIndex();
  const { size } = fstatSync(file);
  const head = bytesAt(file, 0, Math.min(size, mostHeadBytes));
  const headEnd = head.indexOf(newline);
  const { sections, ...purpose } = JSON.parse(head.toString("utf8", 0, headEnd));
  if (JSON.stringify(purpose) !== JSON.stringify(purposeOf(folder, queries))) return index;
  let at = headEnd + 1;
  const [known, ...answers] = (sections as Section[]).map(({ length, sha256 }, number) => {
    const from = at;
    at += length;
    if (number > 0 && !asked.includes(queries[number - 1] as string)) return null;
    if (!(length >= 0 && at <= size)) throw new Error("damaged");
    const section = bytesAt(file, from, length);
    if (sha256Of(section) !== sha256) throw new Error("damaged");
    return section.toString("utf8");
  });
  const { sessions, ids } = JSON.parse(known as string);
  const lines = answers.map((section) => section?.split("\n"));
  for (const [row, [name, files]] of sessions.entries())
    index.sessions.set(name, { files, answers: lines.map((section) => section?.[row]) });
  for (const [name, id] of ids) index.ids.set(name, id);
  return index;
}

/** So many bytes of a file, which are there. */
function bytesAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, from + read);
    if (more === 0) throw new Error("damaged");
    read += more;
  }
  return bytes;
}

/**
 * Writes an index beside its old one and puts it in that one's place at once, so that a reader sees either. A session
 * without all of its answers is left out. Where the index can't be written nothing is lost but the time of the next read.
 */
export function writeIndex(
  path: string,
  folder: string,
  queries: readonly string[],
  { sessions, ids }: FolderIndex,
): void {
  const whole = [...sessions].filter(([, { answers }]) => queries.every((_, at) => answers[at] !== undefined));
  const known = JSON.stringify({ sessions: whole.map(([file, { files }]) => [file, files]), ids: [...ids] });
  const rows = queries.map((_, at) => whole.map(([, { answers }]) => answers[at]).join("\n"));
  const parts = [known, ...rows].map((part) => Buffer.from(part));
  const sections = parts.map((part): Section => ({ length: part.length, sha256: sha256Of(part) }));
  try {
    makeFolder(dirname(path));
    const head = Buffer.from(`${JSON.stringify({ ...purposeOf(folder, queries), sections })}\n`);
    replaceFile(path, Buffer.concat([head, ...parts]));
  } catch {}
}

interface Section {
  length: number;
  sha256: string;
}

const purposeOf = (folder: string, queries: readonly string[]) => ({
  index: "tidemark",
  format,
  version,
  build: buildId,
  folder,
  queries,
});

const sha256Of = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
