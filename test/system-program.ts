import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The absolute path of a program of the system, for tests that drive it; null where it is not installed, for `skipIf`.
 *
 * @throws where it is absent and the environment variable `TIDEMARK_COMPLETE` asks for complete tests, as in CI
 */
export function systemProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    if (folder !== "" && mayRun(path)) return path;
  }
  if (process.env.TIDEMARK_COMPLETE)
    throw new Error(`${name} is not installed, and TIDEMARK_COMPLETE lets no test skip: install it.`);
  process.stderr.write(`Tests that need ${name} are skipped: it is not installed.\n`);
  return null;
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
