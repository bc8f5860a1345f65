import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathPart } from "../export/path-part.js";
import { cleaner, sessionRows } from "../export/session-rows.js";
import { columnsOf, type Table, type Value } from "../export/table.js";
import { allTables, exportTables, type TableName } from "../export/tables.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { Timeline } from "../timeline/timeline.js";
import { type EachOptions, eachSession } from "./each-session.js";
import {
  newManifest,
  openExportFolder,
  partKey,
  partPath,
  partsIn,
  removePart,
  writeIfChanged,
} from "./export-folder.js";
import { type ExportFormat, encoders } from "./export-format.js";
import { type ExportedSession, exportedSessions } from "./exported-sessions.js";
import { stampOf } from "./file-stamp.js";
import { type SessionFiles, sessionsBelow } from "./folder-sessions.js";
import { openSession } from "./open-timeline.js";
import { extentOf, goesOnFrom, partName, readPartName } from "./part-names.js";
import { firstSessionId } from "./session-files.js";
import { folderAt } from "./standard-folder.js";
import type { FolderProblem } from "./walk-folder.js";

/** What `exportRows` writes, and where. */
export interface ExportOptions extends Omit<EachOptions, "onError"> {
  /** Folder to write to; it is made where it does not exist. One folder holds one format, redacted or not. */
  out: string;
  /** Default `parquet`. */
  format?: ExportFormat;
  /** Default: all of `exportTables`. */
  tables?: readonly TableName[];
  /**
   * True, the default, leaves out what people and the model wrote, replaces secrets in all other texts, and writes `~`
   * for home directories. False exports everything as it is.
   */
  redact?: boolean;
  /**
   * Passes over sessions of a folder that were exported before and have not changed: true remembers in the user's cache
   * folder what was written, a path in that folder; false, the default, remembers nothing.
   */
  index?: boolean | string;
}

/** A session to export, and the path of its transcript: the folder's name is the project. */
export interface SessionToExport {
  file: string;
  timeline: Timeline;
}

/** What an export did. */
export interface Exported {
  sessions: number;
  rows: number;
  /** Files that are new or have changed. */
  written: number;
  /** Files that held the same bytes already; with an index also those that nobody has touched since, which are not read. */
  unchanged: number;
  /** Files of these sessions that no row belongs to any more. */
  removed: number;
  /** Files and folders that could not be read. */
  problems: FolderProblem[];
}

/**
 * Writes the rows of sessions to `OUT/<table>/day=YYYY-MM-DD/project=<folder>/part-<transcript>.<extent>.<format>`, one
 * session at a time; the extent says how far the session had been written.
 *
 * The source is a folder of transcripts, opened as by `openTimelines`, or sessions that are open already. Exporting again replaces the files of a
 * session, each at once, so nothing is there twice, and leaves those of another transcript of the same name; the same fact in a copied or forked transcript has the same `row_id`.
 * A transcript that can't be read is a problem in the answer and stops nothing. Throws a `TranscriptError` where the
 * folder holds another kind of export or can't be written, or where the package of a format is not installed.
 */
export async function exportRows(
  source: string | Iterable<SessionToExport> | AsyncIterable<SessionToExport>,
  options: ExportOptions,
): Promise<Exported> {
  const { out, format = "parquet", tables = allTables.map(({ name }) => name as TableName), redact = true } = options;
  if (!Object.hasOwn(encoders, format))
    throw new TranscriptError(
      "wrong-option",
      `${format} is no format; take one of ${Object.keys(encoders).join(", ")}.`,
    );
  if (out === "") throw new TranscriptError("wrong-option", "`out` is empty; name a folder to write to.");
  const chosen = tables.map(tableNamed);
  const encode = await encoders[format]();
  const from = typeof source === "string" ? folderAt(source) : source;
  const manifest = newManifest(format, redact);
  await openExportFolder(out, manifest, () => ({ tables: dictionary() }));
  const old = await partsIn(out, tables);
  const done: Exported = { sessions: 0, rows: 0, written: 0, unchanged: 0, removed: 0, problems: [] };
  const names = new Set<string>();
  /** Paths of the files that belong to these sessions, and of those that did before. */
  const kept = new Set<string>();
  const outdated = new Set<string>();

  if (typeof from !== "string") {
    for await (const session of from) await write(session);
    await removeOutdated();
    return done;
  }
  const memory = exportedSessions(from, out, manifest, options.index ?? false);
  const onError = (problem: FolderProblem): void => void done.problems.push(problem);
  try {
    for await (const { session, timeline, before } of sessionsIn(from, { ...options, onError }, recall)) {
      if (timeline !== null) memory.keep(session, await write({ file: session.main.path, timeline }));
      else {
        done.sessions++;
        done.rows += before.rows;
        done.unchanged += Object.values(before.days).reduce((files, days) => files + Object.keys(days).length, 0);
        memory.keep(session, before);
      }
    }
    await removeOutdated();
  } finally {
    memory.save();
  }
  return done;

  async function write({ file, timeline }: SessionToExport): Promise<Written> {
    const clean = redact ? cleaner(timeline) : null;
    const parent = basename(dirname(resolve(file)));
    const project = pathPart(clean === null ? parent : clean(parent), hash);
    const stem = stemOf(file, timeline, clean);
    const part = freeName(partName(stem, extentOf(timeline, hash)), (free) => names.has(`${project}/${free}`));
    names.add(`${project}/${part}`);
    const isOutdated = goesOnFrom(timeline, hash);
    const name = `${part}.${format}`;
    const written: Written = { project, part, rows: 0, days: {} };
    for (const table of chosen) {
      const columns = columnsOf(table);
      const key = partKey({ table: table.name, project, stem });
      const days = byDay(sessionRows(table, { timeline, project, clean, hash }), dayColumn);
      const stamps: Record<string, string> = {};
      for (const [day, rows] of days) {
        const below = partPath({ table: table.name, day, project, name });
        const path = join(out, below);
        kept.add(below);
        if (await writeIfChanged(path, encode(columns, rows))) done.written++;
        else done.unchanged++;
        stamps[day] = stampAt(path) ?? "";
        written.rows += rows.length;
      }
      written.days[table.name] = stamps;
      for (const [oldName, oldDays] of old.get(key) ?? []) {
        const extent = readPartName(oldName)?.extent;
        if (oldName !== name && (extent === undefined || !isOutdated(extent))) continue;
        for (const day of oldDays) outdated.add(partPath({ table: table.name, day, project, name: oldName }));
      }
    }
    done.sessions++;
    done.rows += written.rows;
    return written;
  }

  /** Removes what no row of these sessions belongs to any more; an older copy that is exported along keeps its files. */
  async function removeOutdated(): Promise<void> {
    for (const path of outdated) {
      if (kept.has(path)) continue;
      await removePart(join(out, path));
      done.removed++;
    }
  }

  /** What an earlier export wrote of a session: of these tables, as long as all of it lies there as it was written. */
  function recall(session: SessionFiles): Written | null {
    const before = memory.recall(session);
    if (before === null || Object.keys(before.days).sort().join() !== tables.toSorted().join()) return null;
    const { project, part, days } = before;
    const name = `${part}.${format}`;
    const parts = tables.flatMap((table) =>
      Object.entries(days[table] ?? {}).map(([day, stamp]) => ({
        path: partPath({ table, day, project, name }),
        stamp,
      })),
    );
    if (!parts.every(({ path, stamp }) => stampAt(join(out, path)) === stamp)) return null;
    names.add(`${project}/${part}`);
    for (const { path } of parts) kept.add(path);
    return before;
  }
}

type Written = Omit<ExportedSession, "stamps">;

/** A session as it is read, or what was written of it before. */
type Found = { session: SessionFiles } & ({ timeline: Timeline; before: null } | { timeline: null; before: Written });

/** The sessions below a folder, those that are not recalled as they are read. */
async function* sessionsIn(
  folder: string,
  options: EachOptions,
  recall: (session: SessionFiles) => Written | null,
): AsyncGenerator<Found> {
  const problems: FolderProblem[] = [];
  const sessions = await sessionsBelow(
    folder,
    (problem) => problems.push(problem),
    ({ path }) => firstSessionId(path),
  );
  const read = async (session: SessionFiles, signal: AbortSignal): Promise<Found> => {
    const agents = session.agents.map(({ path }) => path);
    return { session, timeline: await openSession(session.main.path, agents, { signal }, folder), before: null };
  };
  yield* eachSession(sessions, problems, options, read, (session) => {
    const before = recall(session);
    return before === null ? null : () => ({ session, timeline: null, before });
  });
}

function tableNamed(name: TableName): Table {
  if (!Object.hasOwn(exportTables, name))
    throw new TranscriptError(
      "wrong-option",
      `${name} is no table; there are ${Object.keys(exportTables).join(", ")}.`,
    );
  return exportTables[name];
}

/** 128 bits of SHA-256: a billion rows a day for a thousand years meet no accident. */
const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** The stamp of a file; null where there is none. */
function stampAt(path: string): string | null {
  try {
    return stampOf(statSync(path));
  } catch {
    return null;
  }
}

/** The name of a transcript is its session's id; any other is not the only one of its name, so that the id is added. */
function stemOf(file: string, { sessionId }: Timeline, clean: ((text: string) => string) | null): string {
  const stem = basename(file).replace(/\.jsonl$/, "");
  const shown = pathPart(clean === null ? stem : clean(stem), hash);
  return stem === sessionId ? shown : `${shown}-${hash(sessionId ?? "").slice(0, 8)}`;
}

/** Two folders of the same name can hold a transcript of the same name: the second gets a number. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name}-${number}`;
  return free;
}

const dayColumn = columnsOf(exportTables.usage).findIndex(({ name }) => name === "day");

function byDay(rows: Value[][], column: number): Map<string, Value[][]> {
  const days = new Map<string, Value[][]>();
  for (const row of rows) {
    const day = String(row[column]);
    const some = days.get(day);
    if (some === undefined) days.set(day, [row]);
    else some.push(row);
  }
  return days;
}

/** The tables and columns in words, for readers of the folder. */
const dictionary = () =>
  allTables.map((table) => ({
    name: table.name,
    about: table.about,
    columns: columnsOf(table).map(({ name, type, about }) => ({ name, type, about })),
  }));
