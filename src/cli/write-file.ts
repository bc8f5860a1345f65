import { replaceFile } from "../node/replace-file.js";
import { TranscriptError } from "../read/transcript-error.js";

const reasons: Record<string, string> = {
  ENOENT: "the folder is not there; make it first",
  ENOTDIR: "what should be its folder is a file; name another place",
  EISDIR: "is a folder; name a file in it",
  EACCES: "may not be written; name a place that is yours",
  EPERM: "may not be written; name a place that is yours",
  EROFS: "may not be written; name a place that is yours",
  ENOSPC: "no room is left on its disk",
};

/** As what is written to be shown is read by others. */
export const readableByAll = 0o644;

/** Writes a file that was asked for, in place of an older one; where that can't be, the error names it and says why. */
export function writeFile(path: string, text: string, mode?: number): void {
  try {
    replaceFile(path, text, mode);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new TranscriptError("unreadable-file", `${path}: ${reasons[code] ?? `can't be written: ${message}`}`);
  }
}
