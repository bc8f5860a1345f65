import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Path of a program of the system that a test drives, such as a browser; null where it is not there, and the test is to be
 * skipped. Where `TIDEMARK_COMPLETE` is set, as in CI, its absence is an error. Node only.
 */
export function systemProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  const message = `${name} is not on the PATH; the tests that drive it`;
  if (process.env.TIDEMARK_COMPLETE !== undefined) throw new Error(`${message} can't be skipped: install it.`);
  process.stderr.write(`${message} are skipped.\n`);
  return null;
}
