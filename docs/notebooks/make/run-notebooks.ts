import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cellsOf } from "./cells.js";
import { jupyterIn } from "./jupyter.js";
import { type Notebook, notebookOf, withoutChance } from "./notebook-file.js";
import { writeSampleHistory } from "./sample-history.js";

/** The folder of the notebooks and of the programs that they are made from. */
export const folder = fileURLToPath(new URL("..", import.meta.url));

export const names = ["articles", "history", "markers"] as const;

export const fileOf = (name: string): string => join(folder, `${name}.ipynb`);

/** The cells that a notebook is to have, by its program. */
export const cellsFor = (name: string): Notebook =>
  notebookOf(cellsOf(readFileSync(join(folder, `${name}.ts`), "utf8")));

/** Runs the notebooks as they lie here, over the sample history, and gives them by name; null where there is no Jupyter. */
export function runNotebooks(temporary: string): Map<string, Notebook> | null {
  const [home, history, out] = ["home", "history", "out"].map((name) => join(temporary, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [home, out]) mkdirSync(path, { recursive: true });
  writeSampleHistory(history);
  const jupyter = jupyterIn(home, { TIDEMARK_HISTORY: history });
  if (jupyter === null) return null;
  jupyter.run(names.map(fileOf), out);
  return new Map(
    names.map((name) => [name, withoutChance(JSON.parse(readFileSync(join(out, `${name}.ipynb`), "utf8")))]),
  );
}
