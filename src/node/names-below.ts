import { join, relative } from "node:path";

/** Names files by their paths relative to a folder. What was found below it has its path before it; `relative` makes both absolute for each file. */
export function namesBelow(folder: string): (path: string) => string {
  const before = join(folder, "-").slice(0, -1);
  return (path) => (path.startsWith(before) ? path.slice(before.length) : relative(folder, path));
}
