import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { reasonOf } from "./file-source.js";
import { stampOf } from "./file-stamp.js";

/** A file that was found; times in epoch milliseconds. */
export interface FoundFile {
  path: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  /** Another one after each write. */
  stamp: string;
  /** False for a pipe or a device, which is read once. */
  regular: boolean;
}

/** The file at a path. Throws where there is none. */
export function foundFile(path: string, stats: Stats = statSync(path)): FoundFile {
  const { size, mtimeMs, ctimeMs } = stats;
  return { path, size, mtimeMs, ctimeMs, stamp: stampOf(stats), regular: stats.isFile() };
}

/** A file or folder that could not be read, and why, in one line that says what to do. */
export interface FolderProblem {
  file: string;
  message: string;
}

/** Bytes of a name that are no UTF-8 were read as this sign, under which the file is not found. */
const isMisread = (path: string): boolean => path.includes("\ufffd");

const misnamed = (path: string): FolderProblem => ({
  file: path,
  message: `${path}: its name is no UTF-8, so it can't be opened; rename it`,
});

/**
 * The `*.jsonl` files below a folder, by path, sorted. Links are followed; what they lead to is listed once, and a folder
 * that holds itself ends there. What can't be read is handed to `onProblem` and stops nothing.
 */
export async function walkFolder(folder: string, onProblem: (problem: FolderProblem) => void): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  const seen = new Set<string>();
  const folders = [folder];
  const links: string[] = [];
  // Links come last, so that what is in the folder itself keeps its own path.
  for (let path = folders.shift() ?? links.shift(); path !== undefined; path = folders.shift() ?? links.shift()) {
    try {
      visit(path);
    } catch (error) {
      const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (gone && isMisread(path)) onProblem(misnamed(path));
      else if (!gone || path === folder || path.endsWith(".jsonl"))
        onProblem({ file: path, message: reasonOf(path, error) });
    }
    // Asking the system at once costs a tenth of a promise for each file; between folders other work runs.
    await setImmediate();
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));

  function visit(path: string): void {
    const stats = statSync(path);
    const identity = `${stats.dev}:${stats.ino}`;
    if (seen.has(identity)) return;
    seen.add(identity);
    if (!stats.isDirectory()) {
      add(path, stats);
      return;
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) folders.push(child);
      else if (entry.isSymbolicLink()) links.push(child);
      else if (entry.name.endsWith(".jsonl")) addFile(child);
    }
  }

  function addFile(path: string): void {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      if (isMisread(path)) onProblem(misnamed(path));
      return;
    }
    seen.add(`${stats.dev}:${stats.ino}`);
    add(path, stats);
  }

  function add(path: string, stats: Stats): void {
    if (!path.endsWith(".jsonl")) return;
    if (stats.isFile()) files.push(foundFile(path, stats));
    else onProblem({ file: path, message: `${path}: is no regular file; a transcript is one` });
  }
}
