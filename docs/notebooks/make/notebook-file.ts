import type { Cell } from "./cells.js";

/** What a cell gave: text that it printed, or a value in several media. */
interface Output {
  output_type: string;
  name?: string;
  text?: Text;
  data?: Record<string, Text>;
}

/** A text in one piece, or as lines. */
type Text = string | string[];

interface NotebookCell {
  id: string;
  cell_type: Cell["cell_type"];
  source: Text;
  metadata: object;
  outputs?: Output[];
  execution_count?: number | null;
}

/** A notebook as nbformat 4.5 has it. */
export interface Notebook {
  cells: NotebookCell[];
  metadata: { kernelspec: { display_name: string; language: string; name: Kernel }; language_info: object };
  nbformat: 4;
  nbformat_minor: 5;
}

export type Kernel = "deno" | "tslab";

const metadataFor = (kernel: Kernel): Notebook["metadata"] => ({
  kernelspec: { display_name: kernel === "deno" ? "Deno" : "TypeScript", language: "typescript", name: kernel },
  language_info: { file_extension: ".ts", mimetype: "text/x.typescript", name: "typescript" },
});

/** A notebook that has not run. */
export const notebookOf = (cells: readonly Cell[], kernel: Kernel): Notebook => ({
  cells: cells.map((cell, at) => ({
    id: `cell-${at + 1}`,
    metadata: {},
    ...cell,
    source: inLines(cell.source),
    ...(cell.cell_type === "code" ? { execution_count: null, outputs: [] } : {}),
  })),
  metadata: metadataFor(kernel),
  nbformat: 4,
  nbformat_minor: 5,
});

/** A notebook that ran, without what differs from run to run: times, versions of the kernel, how texts are cut. */
export const withoutChance = ({ cells, metadata }: Notebook): Notebook => ({
  cells: cells.map((cell) => ({
    ...cell,
    metadata: {},
    source: inLines(cell.source),
    ...(cell.outputs === undefined ? {} : { outputs: cell.outputs.map(stillOutput) }),
  })),
  metadata: metadataFor(metadata.kernelspec.name),
  nbformat: 4,
  nbformat_minor: 5,
});

function stillOutput({ text, data, ...rest }: Output): Output {
  const media = Object.entries(data ?? {}).map(([type, medium]) => [type, inLines(medium)]);
  return {
    ...rest,
    ...(text === undefined ? {} : { text: inLines(text) }),
    ...(data === undefined ? {} : { data: Object.fromEntries(media) }),
  };
}

/** As Jupyter keeps texts, so that a difference is one of lines. */
const inLines = (text: Text): string[] => (typeof text === "string" ? text : text.join("")).split(/(?<=\n)/);

export const notebookText = (notebook: Notebook): string => `${JSON.stringify(notebook, null, 1)}\n`;
