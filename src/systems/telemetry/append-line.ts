import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { makeFolder } from "../../node/make-folder.js";

export interface RotationOptions {
  /** A file of this size is put aside; default 1 MiB, some 2,000 compactions. */
  maxBytes?: number;
  /** Files that were put aside and are kept; default 9, then the oldest goes. */
  keep?: number;
}

/**
 * Appends a line to a file that many processes append to at once, and puts the file aside when it is full.
 *
 * Each line is one write to a file that is open for appending, which on a local disk is never mixed with another's; no lock
 * is taken. A full file is renamed to a name that nobody else chooses, so whoever still holds it open writes to it under
 * its new name. Folder and file are made for their owner alone. Throws what the system throws where it can't be written.
 *
 * Known gaps: on a network file system appending is not one step, and lines of two machines can be mixed or lost.
 */
export function appendLine(
  path: string,
  line: string,
  { maxBytes = 1024 * 1024, keep = 9 }: RotationOptions = {},
): void {
  makeFolder(dirname(path));
  // A file that was put aside, and removed as the oldest before this line was in it, does not have it.
  for (let tries = 0; tries < 3; tries++) if (appended(path, line, maxBytes, keep)) return;
  throw new Error(`${path}: is put aside faster than it can be written`);
}

function appended(path: string, line: string, maxBytes: number, keep: number): boolean {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  // Without waiting: what is opened could be a pipe that nobody reads.
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | (O_NONBLOCK ?? 0), 0o600);
  try {
    const before = fstatSync(file);
    if (!before.isFile()) throw new Error(`${path}: is no file; name one with --file`);
    const bytes = Buffer.from(endsLine(file, before.size) ? line : `\n${line}`);
    const written = writeSync(file, bytes);
    if (written < bytes.length) throw new Error(`${path}: is not written whole; is the disk full?`);
    const { size, ino, nlink } = fstatSync(file);
    if (nlink === 0) return false;
    if (size >= maxBytes && isStill(path, ino)) putAside(path, keep);
    return true;
  } finally {
    closeSync(file);
  }
}

/**
 * A write that a full disk cut short leaves a part of a line. A line that another process is just writing looks the same:
 * then an empty line comes between.
 */
function endsLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || readSync(file, last, 0, 1, size - 1) === 0 || last[0] === 0x0a;
}

const isStill = (path: string, ino: number): boolean => statSync(path, { throwIfNoEntry: false })?.ino === ino;

function putAside(path: string, keep: number): void {
  const { prefix, suffix } = namesOf(path);
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  try {
    renameSync(path, join(dirname(path), `${prefix}${time}-${randomUUID().slice(0, 8)}${suffix}`));
    for (const old of filesAside(path).slice(0, -keep)) rmSync(old, { force: true });
  } catch {
    // Another process has put it aside. Where it can't be done the file grows, and no line is lost.
  }
}

/** The files that were put aside, oldest first. */
export function filesAside(path: string): string[] {
  const { prefix, suffix } = namesOf(path);
  const isOurs = (name: string): boolean =>
    name.startsWith(prefix) &&
    name.endsWith(suffix) &&
    aside.test(name.slice(prefix.length, name.length - suffix.length));
  return readdirSync(dirname(path))
    .filter(isOurs)
    .sort()
    .map((name) => join(dirname(path), name));
}

const aside = /^\d{4}-\d\d-\d\dT[\dZ-]+-[0-9a-f]{8}$/;

function namesOf(path: string): { prefix: string; suffix: string } {
  const suffix = extname(path);
  return { prefix: `${basename(path, suffix)}.`, suffix };
}
