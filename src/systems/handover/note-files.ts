import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "../../node/make-folder.js";
import { configFolder, expandHome } from "../../node/standard-folder.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { findSecrets } from "../../timeline/secrets.js";
import { isMarked, type Note, noteOf } from "./note.js";

const keptDays = 30;

/** The files of one session's hand-over. */
export interface NoteFiles {
  folder: string;
  /** The note of the main conversation. */
  note: string;
  /** The note that was written while a subagent was running, which may have been the one that compacts. */
  agentNote: string;
  /** The end of the conversation, word for word but for secrets. */
  tail: string;
}

/**
 * Names the files of a session's hand-over, in the folder given, else in `handovers` of Claude Code's folder. Throws a
 * `TranscriptError` for an id that can't be the name of a file.
 */
export function noteFiles(sessionId: string, given?: string): NoteFiles {
  if (!isFileName(sessionId) || findSecrets(sessionId).length > 0)
    throw new TranscriptError(
      "wrong-option",
      "The session id can't be the name of a file; pass one of letters, digits, - and _, as Claude Code gives it.",
    );
  const folder = handoverFolder(given);
  const named = (end: string) => join(folder, `${sessionId}.${end}`);
  return { folder, note: named("md"), agentNote: named("agent.md"), tail: named("tail.txt") };
}

/** Where hand-over notes are kept: the folder given, else `handovers` in `CLAUDE_CONFIG_DIR`, else in `~/.claude`. */
export const handoverFolder = (given?: string): string =>
  resolve(given === undefined ? join(configFolder(), "handovers") : expandHome(given));

const isFileName = (id: string): boolean => /^[A-Za-z0-9][\w-]{0,127}$/.test(id);

/** Names of files that this program writes, drafts of them included. */
const ownName = /^[A-Za-z0-9][\w-]{0,127}\.(?:(?:agent\.)?md|tail\.txt)(?:\.[0-9a-f-]{36})?$/;

/**
 * Makes the folder, for its owner alone. Throws a `TranscriptError` where it lies in a repository, from where notes could be
 * published, and where others may look into a folder that holds more than notes.
 */
export function openFolder(folder: string): void {
  const repository = repositoryAround(realpathSync(nearestExisting(folder)));
  if (repository !== null)
    throw new TranscriptError(
      "wrong-option",
      `${folder} lies in the repository ${repository}, where notes could be published; name another place with --folder`,
    );
  makeFolder(folder);
  if (process.platform === "win32" || (statSync(folder).mode & 0o077) === 0) return;
  if (!readdirSync(folder).every((name) => ownName.test(name)))
    throw new TranscriptError(
      "wrong-option",
      `Others may look into ${folder}, and it holds more than notes; name a folder for notes alone with --folder`,
    );
  chmodSync(folder, 0o700);
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));

const repositoryFolders = [".git", ".hg", ".jj", ".svn"];

function repositoryAround(folder: string): string | null {
  if (repositoryFolders.some((name) => existsSync(join(folder, name)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : repositoryAround(parent);
}

const mostNoteBytes = 4 * 1024 * 1024;

/**
 * Reads a note; null where there is none. What this program did not write is none, nor what it wrote for another session than
 * the one that the file is called after.
 */
export function readNote(path: string): Note | null {
  try {
    const stat = lstatSync(path);
    const note = stat.isFile() && stat.size <= mostNoteBytes ? noteOf(readFileSync(path, "utf8")) : null;
    return note?.head.sessionId === basename(path).split(".")[0] ? note : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The notes that lie in a folder with their paths, the latest first; an empty list where there is no folder. */
export function notesIn(folder: string): { path: string; note: Note }[] {
  const found = namesIn(folder)
    .filter((name) => ownName.test(name) && name.endsWith(".md"))
    .flatMap((name) => {
      const path = join(folder, name);
      const note = readNote(path);
      return note === null ? [] : [{ path, note }];
    });
  return found.sort((a, b) => b.note.head.writtenAt - a.note.head.writtenAt);
}

/** Removes what this program wrote into the folder more than 30 days ago: by name, and by the first line of the file. */
export function dropOld(folder: string, now: number): void {
  const oldest = now - keptDays * 24 * 60 * 60 * 1000;
  for (const name of namesIn(folder)) {
    if (!ownName.test(name)) continue;
    const path = join(folder, name);
    try {
      const stat = lstatSync(path);
      if (stat.isFile() && stat.mtimeMs < oldest && isMarked(openingOf(path))) rmSync(path, { force: true });
    } catch {
      // Another hook has removed it, or it is not ours.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function openingOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(64);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
