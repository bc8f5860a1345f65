import type { Readable, Writable } from "node:stream";
import { plainText } from "../show/plain-text.js";

/** What the program reads where it is asked for `-`, where it writes, and what it may write there. */
export interface Terminal {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** Columns of the terminal; null where there is none. */
  columns: number | null;
  /** Columns of the terminal that standard error is; null where it is none, and where lines can't be drawn anew. */
  errorColumns: number | null;
  color: boolean;
  /** Is aborted where the person ends the program; asked for only by what has to clean up first. */
  interrupted: AbortSignal;
}

/** Writes one line about what is wrong. */
export const complain = (terminal: Terminal, problem: string): void =>
  void terminal.stderr.write(`tidemark: ${plainText(problem)}\n`);
