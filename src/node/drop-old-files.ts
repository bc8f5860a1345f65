import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Removes the files of a folder that were last written so many days ago or earlier. */
export function dropOldFiles(folder: string, days: number): void {
  const oldest = Date.now() - days * 24 * 60 * 60 * 1000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // Another process may have removed it, or put the draft of a file in its place.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() === true && stats.mtimeMs < oldest) rmSync(path, { force: true });
  }
}
