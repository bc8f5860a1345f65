import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { agentOf } from "./file-names.js";

/** A file, and when it was written last, in epoch milliseconds. */
interface WrittenFile {
  path: string;
  mtimeMs: number;
  bytes: number;
}

/** A session of the standard folder that was found for a working directory. */
export interface NewestSession extends WrittenFile {
  /** The directory whose project it belongs to; null where that has none, and it is the newest of all. */
  directory: string | null;
}

/** Longer names are cut here, and a hash of the whole path follows. */
const mostNameChars = 200;

/**
 * The name that Claude Code gives to the folder of a project: its working directory with a dash for each UTF-16 unit that
 * is no ASCII letter or digit. Not documented; as seen in the folders that CLI 2.1.228 to 2.1.292 made.
 */
export const projectName = (directory: string): string => directory.normalize("NFC").replace(/[^A-Za-z0-9]/g, "-");

/**
 * The session that was written last in the project of a working directory, else in that of the closest directory above it
 * (but not the home folder or above that), else of all; null where there is none. Files without anything but blanks do not count.
 */
export function newestSession(root: string, workingDirectory: string, home: string): NewestSession | null {
  const projects = projectsIn(root);
  for (const directory of upFrom(workingDirectory, home)) {
    const newest = newestOf(projects.filter((project) => isNamed(basename(project), projectName(directory))));
    if (newest !== null) return { ...newest, directory };
  }
  const newest = newestOf(projects);
  return newest === null ? null : { ...newest, directory: null };
}

/** The paths of the sessions of the standard folder whose id begins so, sorted. */
export const sessionsCalled = (root: string, beginning: string): string[] =>
  projectsIn(root)
    .flatMap(sessionsIn)
    .filter((path) => basename(path).startsWith(beginning))
    .sort();

/** The paths of the sessions in the folder of a project. */
function sessionsIn(project: string): string[] {
  return (
    namesIn(project)
      // What begins with a dot was put there by the system or a program that syncs, such as macOS' `._` files.
      .filter((name) => name.endsWith(".jsonl") && !name.startsWith(".") && agentOf(name) === null)
      .map((name) => join(project, name))
  );
}

const projectsIn = (root: string): string[] => namesIn(root).map((name) => join(root, name));

/** What can't be listed has nothing to offer: what is wrong with it is told where it is named. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const isNamed = (name: string, wanted: string): boolean =>
  wanted.length <= mostNameChars ? name === wanted : name.startsWith(`${wanted.slice(0, mostNameChars)}-`);

/** A directory and those above it, up to the home folder or the root, which are only looked at where they are meant. */
function* upFrom(directory: string, home: string): Generator<string> {
  yield directory;
  for (let above = dirname(directory); above !== dirname(above); above = dirname(above)) {
    if (home === above || home.startsWith(above + sep)) return;
    yield above;
  }
}

const newestOf = (projects: string[]): WrittenFile | null =>
  newestFirst(projects.flatMap(sessionsIn)).find((file) => !isBlank(file)) ?? null;

/** Nothing writes as many blanks; so most sessions need not be opened. */
const mostBlanks = 4096;

function isBlank({ path, bytes }: WrittenFile): boolean {
  if (bytes > mostBlanks) return false;
  try {
    return /^[\s\0]*$/.test(readFileSync(path, "utf8"));
  } catch {
    // What is wrong with it is told where it is read.
    return false;
  }
}

/** Files with the time they were written, the last written first; what is empty or no file is left out. */
export const newestFirst = (paths: string[]): WrittenFile[] =>
  paths
    .flatMap((path) => {
      const stats = statsOf(path);
      return stats?.isFile() && stats.size > 0 ? [{ path, mtimeMs: stats.mtimeMs, bytes: stats.size }] : [];
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs);

function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
