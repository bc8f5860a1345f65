import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notebookText } from "./notebook-file.js";
import { cellsFor, fileOf, names, runNotebooks } from "./run-notebooks.js";

// Writes the notebooks anew, with what their cells give: `npm run notebooks`.

for (const name of names) writeFileSync(fileOf(name), notebookText(cellsFor(name)));
const temporary = mkdtempSync(join(tmpdir(), "notebooks-"));
try {
  const notebooks = runNotebooks(temporary);
  if (notebooks === null) throw new Error("There is no program jupyter on the PATH: install Jupyter with nbconvert.");
  for (const [name, notebook] of notebooks) writeFileSync(fileOf(name), notebookText(notebook));
  process.stdout.write(`${names.length} notebooks written to docs/notebooks\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
