import type { Command } from "commander";
import { readBy } from "./read-by.js";
import type { Terminal } from "./terminal.js";

/** Narrower tables say nothing. */
const leastWidth = 40;

/** Adds `--width` to a command that prints tables. */
export function addWidth(command: Command): void {
  command.option("--width <columns>", "of tables (default: the terminal's, else 80)", readBy(columns));
}

function columns(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < leastWidth)
    throw new RangeError(`Give a whole number from ${leastWidth} on; wider than any line, such as 1000, cuts nothing.`);
  return value;
}

/** A terminal that takes the width which is asked for before a command acts. */
export function widthFrom(program: Command, terminal: Terminal): Terminal {
  const own: Terminal = Object.create(terminal);
  program.hook("preAction", (_, command) => {
    const { width } = command.opts();
    if (width !== undefined) own.columns = width;
  });
  return own;
}
