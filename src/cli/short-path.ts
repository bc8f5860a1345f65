import { homedir } from "node:os";
import { sep } from "node:path";

/** A path as people write it: `~` for the home folder. */
export function shortPath(path: string): string {
  const home = homedir();
  return home !== "" && (path === home || path.startsWith(home + sep)) ? `~${path.slice(home.length)}` : path;
}
