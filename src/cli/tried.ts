import { TranscriptError } from "../read/transcript-error.js";
import { complain, type Terminal } from "./terminal.js";

/** The exit code of a command: 0 done, 2 where something could not be read or the use was wrong. */
export async function tried(terminal: Terminal, act: () => Promise<boolean>): Promise<number> {
  try {
    return (await act()) ? 0 : 2;
  } catch (error) {
    return refused(terminal, error);
  }
}

/** The exit code of what a `TranscriptError` ended, which is told; anything else is a fault of this program. */
export function refused(terminal: Terminal, error: unknown): number {
  if (!TranscriptError.isInstance(error)) throw error;
  complain(terminal, error.message);
  return 2;
}
