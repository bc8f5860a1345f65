import { deepStrictEqual, match } from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Jupyter } from "../../docs/notebooks/make/jupyter.js";
import { type Kernel, type Notebook, notebookOf, notebookText } from "../../docs/notebooks/make/notebook-file.js";
import { fileOf, jupyterFor, names, notebookFrom, runNotebooks } from "../../docs/notebooks/make/run-notebooks.js";

// Runs the notebooks of the documentation by Jupyter and compares what their cells give with what is committed; then a
// notebook of someone who has installed the package, with Deno and with tslab. Run by `npm run test:notebooks`.

const root = fileURLToPath(new URL("../..", import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A notebook in what can be compared on any machine: a picture is there or not, as its numbers are of the machine. */
const comparable = ({ cells }: Notebook): object[] =>
  cells.map(({ source, outputs }) => ({
    source,
    outputs: outputs?.map(({ data, ...rest }) => ({
      ...rest,
      ...(data === undefined ? {} : { data: { ...data, ...("image/svg+xml" in data ? { "image/svg+xml": "" } : {}) } }),
    })),
  }));

const sourcesOf = ({ cells }: Notebook): object[] => cells.map(({ cell_type, source }) => ({ cell_type, source }));

function compareDocumented(jupyter: Jupyter, temporary: string): void {
  const committed = names.map((name): Notebook => JSON.parse(readFileSync(fileOf(name), "utf8")));
  const ran = runNotebooks(jupyter, names.map(fileOf), join(temporary, "documented"));
  for (const [at, name] of names.entries()) {
    const [before, after] = [committed[at], ran[at]] as [Notebook, Notebook];
    const stale = `docs/notebooks/${name}.ipynb is out of date: npm run notebooks`;
    deepStrictEqual(sourcesOf(before), sourcesOf(notebookFrom(name)), stale);
    deepStrictEqual(comparable(after), comparable(before), stale);
    say(`${name}: ${before.cells.filter(({ outputs }) => outputs !== undefined).length} cells give what is committed`);
  }
}

/** What a cell showed: the text of each medium. */
const shownBy = (notebook: Notebook, cell: number): Record<string, string> =>
  Object.fromEntries(
    (notebook.cells[cell]?.outputs ?? []).flatMap(({ data, text }) =>
      Object.entries(data ?? { printed: text ?? "" }).map(([type, lines]) => [type, [lines].flat().join("")]),
    ),
  );

function runInstalled(jupyter: Jupyter, temporary: string, kernel: Kernel, cells: readonly string[]): Notebook {
  const folder = join(temporary, "installed");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  for (const name of ["tidemark", "@observablehq"]) {
    const path = join(folder, "node_modules", name);
    rmSync(path, { force: true });
    symlinkSync(name === "tidemark" ? root : join(root, "node_modules", name), path);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "dependencies": { "tidemark": "*" } }');
  copyFileSync(join(root, "fixtures", "demo", "session.jsonl"), join(folder, "session.jsonl"));
  const path = join(folder, `${kernel}.ipynb`);
  const code = cells.map((source) => ({ cell_type: "code", source }) as const);
  writeFileSync(path, notebookText(notebookOf(code, kernel)));
  return runNotebooks(jupyter, [path], join(temporary, kernel))[0] as Notebook;
}

const opened = [
  'import { boundaries, display, openTimeline, plot } from "tidemark/notebook";',
  'import { shedPlot } from "tidemark/plots";',
  'const timeline = await openTimeline("session.jsonl");',
].join("\n");
const title = /boundaries: 2 rows/;

function tryDeno(jupyter: Jupyter, temporary: string): void {
  const ran = runInstalled(jupyter, temporary, "deno", [
    opened,
    "boundaries(timeline)",
    "console.log(boundaries(timeline))",
    "plot(shedPlot(boundaries(timeline)))",
  ]);
  match(shownBy(ran, 1)["text/html"] ?? "", title);
  match(shownBy(ran, 1)["text/plain"] ?? "", title);
  match(shownBy(ran, 2).printed ?? "", title);
  match(shownBy(ran, 3)["image/svg+xml"] ?? "", /^<svg /);
  say("installed, in Deno: rows are a table, a plot is a picture");
}

function tryTslab(jupyter: Jupyter, temporary: string): void {
  const ran = runInstalled(jupyter, temporary, "tslab", [
    `import * as tslab from "tslab";\n${opened}`,
    "boundaries(timeline)",
    "await display(tslab, boundaries(timeline))",
    "await display(tslab, plot(shedPlot(boundaries(timeline))))",
  ]);
  match(shownBy(ran, 1).printed ?? "", title);
  match(shownBy(ran, 2)["text/html"] ?? "", title);
  match(shownBy(ran, 3)["image/svg+xml"] ?? "", /^<svg /);
  // tslab runs no cell whose types it can't find, so they are there.
  say("installed, in tslab: rows are text and a table, a plot is a picture");
}

const temporary = mkdtempSync(join(tmpdir(), "notebooks-"));
try {
  const jupyter = jupyterFor(temporary);
  if (jupyter === null) say("skipped: there is no program jupyter on the PATH");
  else {
    compareDocumented(jupyter, temporary);
    tryDeno(jupyter, temporary);
    tryTslab(jupyter, temporary);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
