import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notebookText } from "./notebook-file.js";
import { fileOf, jupyterFor, names, notebookFrom, runNotebooks } from "./run-notebooks.js";

// Writes the notebooks anew, with what their cells give: `npm run notebooks`.

const temporary = mkdtempSync(join(tmpdir(), "notebooks-"));
try {
  const jupyter = jupyterFor(temporary);
  if (jupyter === null) throw new Error("There is no program jupyter on the PATH: install Jupyter with nbconvert.");
  const paths = names.map(fileOf);
  for (const name of names) writeFileSync(fileOf(name), notebookText(notebookFrom(name)));
  const ran = runNotebooks(jupyter, paths, join(temporary, "out"));
  for (const [at, notebook] of ran.entries()) writeFileSync(paths[at] as string, notebookText(notebook));
  process.stdout.write(`${ran.length} notebooks written to docs/notebooks\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
