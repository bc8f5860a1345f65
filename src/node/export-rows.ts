import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pathPart } from "../export/path-part.js";
import { cleaner, sessionRows } from "../export/session-rows.js";
import { columnsOf, type Table, type Value } from "../export/table.js";
import { allTables, exportTables, type TableName } from "../export/tables.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { Timeline } from "../timeline/timeline.js";
import type { EachOptions } from "./each-session.js";
import { newManifest, openExportFolder, partKey, partPath, partsIn, writeIfChanged } from "./export-folder.js";
import { type ExportFormat, encoders } from "./export-format.js";
import { openTimelines } from "./open-timelines.js";
import { folderAt } from "./standard-folder.js";
import type { FolderProblem } from "./walk-folder.js";

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
  /** Files that held the same bytes already. */
  unchanged: number;
  /** Files of these sessions that no row belongs to any more. */
  removed: number;
  /** Files and folders that could not be read. */
  problems: FolderProblem[];
}

/**
 * Writes the rows of sessions to `OUT/<table>/day=YYYY-MM-DD/project=<folder>/part-<transcript>.<format>`, one session at
 * a time.
 *
 * The source is a folder of transcripts, opened as by `openTimelines`, or sessions that are open already. Exporting again replaces the files of a
 * session, each at once, so nothing is there twice; the same fact in a copied or forked transcript has the same `row_id`.
 * A transcript that can't be read is a problem in the answer and stops nothing. Throws a `TranscriptError` where the
 * folder holds another kind of export, or where the package of a format is not installed.
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
  const chosen = tables.map(tableNamed);
  const encode = await encoders[format]();
  const from = typeof source === "string" ? folderAt(source) : source;
  await openExportFolder(out, newManifest(format, redact), () => ({ tables: dictionary() }));
  const old = await partsIn(out, tables);
  const done: Exported = { sessions: 0, rows: 0, written: 0, unchanged: 0, removed: 0, problems: [] };
  const names = new Set<string>();
  const { concurrency, since, signal, onProgress } = options;
  const onError = (problem: FolderProblem): void => void done.problems.push(problem);
  const sessions =
    typeof from === "string" ? sessionsIn(from, { concurrency, since, signal, onProgress, onError }) : from;
  for await (const { file, timeline } of sessions) {
    const clean = redact ? cleaner() : null;
    const parent = basename(dirname(resolve(file)));
    const project = pathPart(clean === null ? parent : clean(parent), hash);
    const part = freeName(`part-${stemOf(file, timeline, clean)}`, (free) => names.has(`${project}/${free}`));
    names.add(`${project}/${part}`);
    const name = `${part}.${format}`;
    done.sessions++;
    for (const table of chosen) {
      const columns = columnsOf(table);
      const key = partKey({ table: table.name, project, name });
      const days = byDay(sessionRows(table, { timeline, project, clean, hash }), dayColumn);
      for (const [day, rows] of days) {
        const path = join(out, partPath({ table: table.name, day, project, name }));
        if (await writeIfChanged(path, encode(columns, rows))) done.written++;
        else done.unchanged++;
        done.rows += rows.length;
      }
      for (const day of old.get(key) ?? []) {
        if (days.has(day)) continue;
        await rm(join(out, partPath({ table: table.name, day, project, name })), { force: true });
        done.removed++;
      }
    }
  }
  return done;
}

/** The sessions below a folder, as they are read. */
async function* sessionsIn(folder: string, options: EachOptions): AsyncGenerator<SessionToExport> {
  for await (const timeline of openTimelines(folder, options))
    yield { file: join(folder, timeline.files[0]?.name ?? ""), timeline };
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
