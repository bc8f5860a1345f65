import { TranscriptError } from "../read/transcript-error.js";

const reasons: Record<string, string> = {
  ENOENT: "the folder is not there; make it first",
  EEXIST: "is a file; name another place",
  ENOTDIR: "what should be its folder is a file; name another place",
  EISDIR: "is a folder; name a file in it",
  ENAMETOOLONG: "the name is too long; name another place",
  ELOOP: "is a link that leads in a circle; name another place",
  EACCES: "may not be written; name a place that is yours",
  EPERM: "may not be written; name a place that is yours",
  EROFS: "may not be written; name a place that is yours",
  ENOSPC: "no room is left on its disk",
};

/** The error that says why a file or folder can't be written, and what to do. */
export function notWritten(path: string, error: unknown): TranscriptError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new TranscriptError("unreadable-file", `${path}: ${reasons[code] ?? `can't be written: ${message}`}`);
}
