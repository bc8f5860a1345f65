import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";

/** What a kept answer was made by: the version, and what tells two builds of it apart while the library is worked on. */
export function buildId(): { version: string; build: string } {
  const { size, mtimeMs } = statSync(fileURLToPath(import.meta.url));
  return { version, build: `${size}:${mtimeMs}` };
}
