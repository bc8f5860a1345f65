import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Path of a program of the system that a test drives; null where it is not installed, and the test is to skip with a
 * message. Throws where TIDEMARK_COMPLETE is set, as in CI, where nothing may skip.
 */
export function systemProgram(name: string): string | null {
  const paths = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = paths.find(isProgram);
  if (found === undefined && process.env.TIDEMARK_COMPLETE)
    throw new Error(`TIDEMARK_COMPLETE is set, and there is no program ${name} on the PATH: install it.`);
  return found ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
