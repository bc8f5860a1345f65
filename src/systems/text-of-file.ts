import { readFileSync, statSync } from "node:fs";
import { reasonOf } from "../node/file-source.js";
import { TranscriptError } from "../read/transcript-error.js";

const mebibyte = 1024 * 1024;

/**
 * The text of a file of at most so many mebibytes. Throws a `TranscriptError` where there is none, with `advice` on what
 * to name instead.
 */
export function textOfFile(path: string, mebibytes: number, advice: string): string {
  const refuse = (what: string) => new TranscriptError("unreadable-file", `${path}: ${what}; ${advice}`);
  try {
    const found = statSync(path);
    if (!found.isFile()) throw refuse("is no file");
    if (found.size > mebibytes * mebibyte) throw refuse(`is larger than ${mebibytes} MiB`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (TranscriptError.isInstance(error)) throw error;
    throw new TranscriptError("unreadable-file", reasonOf(path, error));
  }
}
