import { randomUUID } from "node:crypto";
import { constants, copyFile, link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { schemaVersion } from "../export/table.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { ExportFormat } from "./export-format.js";
import { makeFolder } from "./make-folder.js";
import { notWritten } from "./not-written.js";
import { readPartName } from "./part-names.js";

/** What an export folder says of itself, in `export.json`. */
export interface Manifest {
  schemaVersion: number;
  format: ExportFormat;
  /** False where names, paths and texts stand as they are. */
  redacted: boolean;
}

const manifestName = "export.json";

/** Reads what an export folder says of itself; null where it is none. */
export async function manifestOf(folder: string): Promise<Manifest | null> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), "utf8");
  } catch {
    return null;
  }
  try {
    const { schemaVersion, format, redacted } = JSON.parse(text) as Manifest;
    return { schemaVersion, format, redacted };
  } catch {
    throw new TranscriptError("wrong-option", `${join(folder, manifestName)} is damaged; export into a new folder.`);
  }
}

/**
 * Opens an export folder to write to, or makes it. Throws where it holds an export of another kind, also one that began at
 * the same time.
 */
export async function openExportFolder(
  folder: string,
  wanted: Manifest,
  describe: () => Record<string, unknown>,
): Promise<void> {
  const path = join(folder, manifestName);
  const text = `${JSON.stringify({ ...wanted, ...describe() }, null, 2)}\n`;
  const isNew = (await manifestOf(folder)) === null && (await writeNew(path, text));
  const found = isNew ? wanted : await manifestOf(folder);
  for (const key of ["schemaVersion", "format", "redacted"] as const)
    if (found !== null && found[key] !== wanted[key])
      throw new TranscriptError(
        "wrong-option",
        `${folder} holds an export with ${key} ${found[key]}, not ${wanted[key]}; export into another folder.`,
      );
  await writeIfChanged(path, text);
}

/** What an export of this version says of itself. */
export const newManifest = (format: ExportFormat, redacted: boolean): Manifest => ({ schemaVersion, format, redacted });

/** Where the rows of one session, table and day lie. */
export interface Part {
  table: string;
  day: string;
  project: string;
  /** Name of the file. */
  name: string;
}

/** Path of a part below the export folder. */
export const partPath = ({ table, day, project, name }: Part): string =>
  join(table, `day=${day}`, `project=${project}`, name);

/** The days of the parts that an export folder holds already, by table, project and session, and then by file name. */
export async function partsIn(
  folder: string,
  tables: readonly string[],
): Promise<Map<string, Map<string, Set<string>>>> {
  const parts = new Map<string, Map<string, Set<string>>>();
  for (const table of tables)
    for (const day of await namesIn(join(folder, table), "day="))
      for (const project of await namesIn(join(folder, table, `day=${day}`), "project="))
        for (const rest of await namesIn(join(folder, table, `day=${day}`, `project=${project}`), "part-")) {
          const name = `part-${rest}`;
          const key = partKey({ table, project, stem: readPartName(name)?.stem ?? name });
          const named = parts.get(key) ?? new Map<string, Set<string>>();
          parts.set(key, named.set(name, (named.get(name) ?? new Set<string>()).add(day)));
        }
  return parts;
}

export const partKey = ({ table, project, stem }: { table: string; project: string; stem: string }): string =>
  JSON.stringify([table, project, stem]);

async function namesIn(folder: string, prefix: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** As far as the system's mask allows. */
const readableByAll = 0o777;

/** Removes a file that is not needed any more. */
export async function removePart(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw notWritten(dirname(path), error);
  }
}

/** Replaces a file at once, so that no reader sees half of it; false where it held the same bytes already. */
export async function writeIfChanged(path: string, contents: Uint8Array | string): Promise<boolean> {
  const bytes = Buffer.from(contents as Uint8Array);
  const old = await readFile(path).catch(() => null);
  if (old?.equals(bytes) === true) return false;
  await writeWhole(path, bytes, (whole) => rename(whole, path));
  return true;
}

/** Writes a file at once where there is none; false where there is one, whoever was first. */
async function writeNew(path: string, text: string): Promise<boolean> {
  let isNew = true;
  await writeWhole(path, text, (whole) =>
    link(whole, path)
      // Some file systems have no links.
      .catch((error) => (isTaken(error) ? Promise.reject(error) : copyFile(whole, path, constants.COPYFILE_EXCL)))
      .catch((error) => {
        if (!isTaken(error)) throw error;
        isNew = false;
      }),
  );
  return isNew;
}

const isTaken = (error: NodeJS.ErrnoException): boolean => error.code === "EEXIST";

/** Writes a file beside the place that it is for, and then puts it there. */
async function writeWhole(
  path: string,
  contents: Uint8Array | string,
  put: (whole: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  const whole = join(folder, `.${randomUUID()}.tmp`);
  try {
    makeFolder(folder, readableByAll);
    await writeFile(whole, contents);
    await put(whole);
  } catch (error) {
    throw notWritten(folder, error);
  } finally {
    await rm(whole, { force: true }).catch(() => {});
  }
}
