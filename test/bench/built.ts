import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Loads a built door: benchmarks time what users run, not sources that a loader transforms on the way. */
async function door<Module>(file: string): Promise<Module> {
  const url = new URL(`../../dist/${file}`, import.meta.url);
  if (!existsSync(fileURLToPath(url))) throw new Error("Nothing is built: run `npm run build` before the benchmark.");
  return (await import(url.href)) as Module;
}

export const library = await door<typeof import("../../src/node.js")>("node.js");
/** Loaded by what asks it, as it takes time and memory. */
export const loadSchemas = () => door<typeof import("../../schemas/index.js")>("schemas.js");
