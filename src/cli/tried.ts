import { TranscriptError } from "../read/transcript-error.js";
import type { Terminal } from "./answer.js";
import { plainText } from "./plain-text.js";

/** Writes one line about what is wrong. */
export const complain = (terminal: Terminal, problem: string): void =>
  void terminal.stderr.write(`tidemark: ${plainText(problem)}\n`);

/** The exit code of a command: 0 done, 2 where something could not be read or the use was wrong. */
export async function tried(terminal: Terminal, act: () => Promise<boolean>): Promise<number> {
  try {
    return (await act()) ? 0 : 2;
  } catch (error) {
    if (!TranscriptError.isInstance(error)) throw error;
    complain(terminal, error.message);
    return 2;
  }
}
