import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Absolute path of the folder `../shared` beside the repository, or null where it does not exist. Node only. */
export function sharedFolder(): string | null {
  const folder = fileURLToPath(new URL("../../shared", import.meta.url));
  return existsSync(folder) ? folder : null;
}
