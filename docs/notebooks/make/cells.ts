/** A cell as a notebook file has it, before it ran. */
export interface Cell {
  cell_type: "markdown" | "code";
  source: string;
}

/** The cells of a source: a program whose comments `// %% [markdown]` and `// %%` begin a cell of words or of code. */
export function cellsOf(program: string): Cell[] {
  const [, ...parts] = program.split(/^\/\/ %%/m);
  return parts.map((part) => {
    const [head = "", ...lines] = part.split("\n");
    return head.trim() === "[markdown]"
      ? {
          cell_type: "markdown",
          source: lines
            .map((line) => line.replace(/^\/\/ ?/, ""))
            .join("\n")
            .trim(),
        }
      : { cell_type: "code", source: lines.join("\n").trim() };
  });
}
