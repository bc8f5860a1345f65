import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { notWritten } from "../node/not-written.js";
import { pathGiven } from "./path-given.js";

/**
 * A name to write to, looked at before anything is read. What bears the mark was written before and is replaced; any other
 * file, a transcript above all, is not: then the error says so.
 */
export const outFile =
  (mark: string | RegExp, what: string) =>
  (path: string): string => {
    if (pathGiven(path) === "-") return path;
    if (statsOf(path) === undefined) {
      const folder = dirname(path);
      const there = statsOf(folder);
      if (there?.isDirectory()) return path;
      // What lies below a file is not there either, as newer Node says it.
      if (there !== undefined) throw notWritten(path, { code: "ENOTDIR" });
      throw new RangeError(`${folder}: the folder is not there; make it first.`);
    }
    const head = headOf(path);
    if (head === "" || (head !== null && bears(head, mark))) return path;
    throw new RangeError(`${path} is there and is no ${what}: name another file.`);
  };

/** What is there under a name; undefined for nothing. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw notWritten(path, error);
  }
}

const bears = (head: string, mark: string | RegExp): boolean =>
  typeof mark === "string" ? head.includes(mark) : mark.test(head);

/** The beginning of a file; null for a folder and whatever else is none. */
function headOf(path: string): string | null {
  if (!statSync(path).isFile()) return null;
  const bytes = new Uint8Array(1024);
  const file = openSync(path, "r");
  try {
    return new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes)));
  } finally {
    closeSync(file);
  }
}
