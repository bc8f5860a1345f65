import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonOf } from "../node/file-source.js";
import { replaceFile } from "../node/replace-file.js";
import type { FolderProblem } from "../node/walk-folder.js";
import { TranscriptError } from "../read/transcript-error.js";
import { reportMark } from "../systems/report/marks.js";
import { isReplaceable } from "./replaceable.js";
import type { Terminal } from "./terminal.js";
import { pageFile, pageName, pageWith } from "./view-page.js";

/**
 * Writes the page with these transcripts in it; null where none of them could be read. Without any it is the built page itself.
 * A page that was written before is replaced; any other file, a transcript above all, is not: then a `TranscriptError` says so.
 */
export async function writePage(
  paths: readonly string[],
  out: string | null,
  input: Terminal["stdin"],
): Promise<{ file: string | null; problems: FolderProblem[] }> {
  if (out !== null) checkFree(out);
  if (paths.length === 0) {
    if (out === null) return { file: pageFile(), problems: [] };
    write(out, readFileSync(pageFile(), "utf8"));
    return { file: out, problems: [] };
  }
  const { page, sessions, problems } = await pageWith(paths, input);
  if (sessions === 0) return { file: null, problems };
  const file = out ?? join(mkdtempSync(join(tmpdir(), "tidemark-view-")), pageName(paths));
  write(file, page);
  return { file, problems };
}

function checkFree(out: string): void {
  let isFree: boolean;
  try {
    isFree = isReplaceable(out, reportMark);
  } catch (error) {
    throw new TranscriptError("unreadable-file", `can't write ${reasonOf(out, error)}`);
  }
  if (!isFree)
    throw new TranscriptError("wrong-option", `${out} is there and is no page: name another file, or remove it`);
}

function write(file: string, page: string): void {
  try {
    replaceFile(file, page);
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new TranscriptError(
      "unreadable-file",
      gone ? `${file}: the folder is not there; make it first` : `can't write ${reasonOf(file, error)}`,
    );
  }
}
