import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { reasonOf } from "../../node/file-source.js";
import { count } from "../../show/count.js";

/** Bytes of the largest file that is read: fifty times what a skill may have. */
const mostBytes = 1_048_576;

/** The text of a file, without anything taken away, or in a few words why there is none. */
export type TextRead = { text: string; reason: null } | { text: null; reason: string };

/** Reads a whole file as UTF-8; what is too large, no regular file or no text is told and never throws. */
export function readText(path: string): TextRead {
  let file: number | null = null;
  try {
    // A pipe would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile()) return refused("is no regular file");
    if (stats.size > mostBytes)
      return refused(`has ${count(stats.size)} bytes, above ${count(mostBytes)}, and was not read`);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    return { text, reason: null };
  } catch (error) {
    return refused(error instanceof TypeError ? "is not UTF-8" : reasonOf("", error).slice(2));
  } finally {
    if (file !== null) closeSync(file);
  }
}

const refused = (reason: string): TextRead => ({ text: null, reason });
