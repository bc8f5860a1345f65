import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** What package.json says, as it is published. */
export const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

interface Door {
  /** As in an import: `tidemark/node`. */
  specifier: string;
  /** Absolute path of the built module. */
  module: string;
  /** Absolute path of its declarations. */
  types: string;
}

/**
 * The doors of the package, each with its built files; `npm run build` makes them. Not among them is the program of the
 * worker, which offers no name and runs in a worker only.
 */
export const doors: Door[] = Object.entries<{ default: string; types: string }>(manifest.exports)
  .filter(([door]) => !door.endsWith(".json") && door !== "./worker-thread")
  .map(([door, target]) => ({
    specifier: `tidemark${door.slice(1)}`,
    module: `${root}${target.default.slice(2)}`,
    types: `${root}${target.types.slice(2)}`,
  }));
