import { fingerprint } from "./fingerprint.js";

/** The text of a file as the model saw it at one moment, known by length and hash. */
export interface FileCopy {
  path: string;
  action: "read" | "write" | "edit";
  /** Fingerprint of the text without trailing white space; null for an edit, or a part of the file. */
  print: string | null;
  chars: number | null;
}

const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);

/**
 * Finds the file copy in a `toolUseResult`: a Read or Write shows the whole text, an Edit only says that it changed.
 * `originalFile` is the text before the edit and no copy that the model saw.
 */
export function fileCopyOf(result: unknown): FileCopy | null {
  if (typeof result !== "object" || result === null) return null;
  const { file, filePath, content, newString, structuredPatch, edits } = result as Record<string, unknown>;
  if (typeof file === "object" && file !== null) {
    const read = file as Record<string, unknown>;
    const path = asText(read.filePath);
    const text = asText(read.content);
    if (path === null || text === null) return null;
    const whole = (read.startLine ?? 1) === 1 && read.numLines === read.totalLines;
    return { path, action: "read", print: whole ? fingerprint(text) : null, chars: text.length };
  }
  const path = asText(filePath);
  if (path === null) return null;
  const text = asText(content);
  if (text !== null) return { path, action: "write", print: fingerprint(text), chars: text.length };
  if (newString !== undefined || structuredPatch !== undefined || edits !== undefined)
    return { path, action: "edit", print: null, chars: null };
  return null;
}
