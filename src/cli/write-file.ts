import { notWritten } from "../node/not-written.js";
import { replaceFile } from "../node/replace-file.js";

/** As what is written to be shown is read by others. */
export const readableByAll = 0o644;

/** Writes a file that was asked for, in place of an older one; where that can't be, the error names it and says why. */
export function writeFile(path: string, text: string, mode?: number): void {
  try {
    replaceFile(path, text, mode);
  } catch (error) {
    throw notWritten(path, error);
  }
}
