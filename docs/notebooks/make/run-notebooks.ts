import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cellsOf } from "./cells.js";
import { type Jupyter, jupyterIn } from "./jupyter.js";
import { type Notebook, notebookOf, withoutChance } from "./notebook-file.js";
import { writeSampleHistory } from "./sample-history.js";

const folder = fileURLToPath(new URL("..", import.meta.url));

export const names = ["articles", "history", "markers"] as const;

export const fileOf = (name: string): string => join(folder, `${name}.ipynb`);

/** A notebook as its program says, before it ran. */
export const notebookFrom = (name: string): Notebook =>
  notebookOf(cellsOf(readFileSync(join(folder, `${name}.ts`), "utf8")), "deno");

/** A Jupyter that keeps everything below a folder for temporary files, and reads the sample history; null where there is none. */
export function jupyterFor(temporary: string): Jupyter | null {
  const history = join(temporary, "history");
  writeSampleHistory(history);
  return jupyterIn(join(temporary, "home"), { TIDEMARK_HISTORY: history });
}

/** Runs notebooks where they lie, and gives what they became, without what differs from run to run. */
export function runNotebooks(jupyter: Jupyter, paths: readonly string[], out: string): Notebook[] {
  mkdirSync(out, { recursive: true });
  return jupyter.run(paths, out).map((path) => withoutChance(JSON.parse(readFileSync(path, "utf8"))));
}
