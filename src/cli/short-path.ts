import { sep } from "node:path";
import { homeFolder } from "../node/home-folder.js";

/** A path as people write it: `~` for the home folder. */
export function shortPath(path: string): string {
  const home = homeFolder();
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
