import { statSync } from "node:fs";
import { dirname } from "node:path";
import { reasonOf } from "../node/file-source.js";
import { TranscriptError } from "../read/transcript-error.js";
import { beginningOfId } from "./path-named.js";
import { standardInput } from "./standard-input.js";

/** Refuses what is no folder, for a command that reads folders only. */
export function requireFolder(path: string): void {
  const refuse = (what: string) => new TranscriptError("unreadable-file", `${path}: ${what}`);
  if (path === standardInput.main.path) throw refuse("standard input is one transcript; name a folder of transcripts");
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw gone
      ? refuse(
          beginningOfId.test(path)
            ? "no such folder; name a folder of transcripts, as export and sql take no session by its id"
            : "no such folder; check the path",
        )
      : new TranscriptError("unreadable-file", reasonOf(path, error));
  }
  if (!isFolder) throw refuse(`is a file; name the folder it lies in, ${dirname(path)}`);
}
