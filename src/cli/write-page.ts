import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FolderProblem } from "../node/walk-folder.js";
import type { Terminal } from "./terminal.js";
import { pageFile, pageName, pageWith } from "./view-page.js";
import { writeFile } from "./write-file.js";

/** Writes the page with these transcripts in it; null where none of them could be read. Without any it is the built page itself. */
export async function writePage(
  paths: readonly string[],
  out: string | null,
  input: Terminal["stdin"],
): Promise<{ file: string | null; problems: FolderProblem[] }> {
  if (paths.length === 0) {
    if (out === null) return { file: pageFile(), problems: [] };
    writeFile(out, readFileSync(pageFile(), "utf8"));
    return { file: out, problems: [] };
  }
  const { page, sessions, problems } = await pageWith(paths, input);
  if (sessions === 0) return { file: null, problems };
  const file = out ?? join(mkdtempSync(join(tmpdir(), "tidemark-view-")), pageName(paths));
  writeFile(file, page);
  return { file, problems };
}
