import type { Cuts } from "../read/entry-batch.js";
import { fingerprint } from "../read/fingerprint.js";
import { textOf, wholeTextOf } from "./fields.js";

/** The text of a file as the model saw it at one moment, known by length and hash. */
export interface FileCopy {
  path: string;
  action: "read" | "write" | "edit";
  /** Fingerprint of the text without trailing white space; null for an edit, or a part of the file. */
  print: string | null;
  chars: number | null;
}

/**
 * Finds the file copy in a `toolUseResult`: a Read or Write shows the whole text, an Edit only says that it changed.
 * `originalFile` is the text before the edit and no copy that the model saw.
 */
export function fileCopyOf(result: unknown, cuts?: Cuts): FileCopy | null {
  if (typeof result !== "object" || result === null) return null;
  const { file, filePath, content, newString, structuredPatch, edits } = result as Record<string, unknown>;
  if (typeof file === "object" && file !== null) {
    const read = file as Record<string, unknown>;
    const path = wholeTextOf(read.filePath, cuts);
    const text = textOf(read.content);
    if (path === null || text === null) return null;
    const whole = (read.startLine ?? 1) === 1 && read.numLines === read.totalLines;
    return { path, action: "read", ...known(text, whole, cuts) };
  }
  const path = wholeTextOf(filePath, cuts);
  if (path === null) return null;
  const text = textOf(content);
  if (text !== null) return { path, action: "write", ...known(text, true, cuts) };
  if (newString !== undefined || structuredPatch !== undefined || edits !== undefined)
    return { path, action: "edit", print: null, chars: null };
  return null;
}

/** The text behind a whole `toolUseResult` of a Read or Write; null for any other. */
export function fileTextOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null) return null;
  const { file, content } = result as Record<string, unknown>;
  return textOf((file as Record<string, unknown> | null | undefined)?.content) ?? textOf(content);
}

function known(text: string, whole: boolean, cuts: Cuts | undefined): Pick<FileCopy, "print" | "chars"> {
  if (cuts === undefined) return { print: whole ? fingerprint(text) : null, chars: text.length };
  return { print: whole ? cuts.fingerprint(text) : null, chars: cuts.chars(text) };
}
