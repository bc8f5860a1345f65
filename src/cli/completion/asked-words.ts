/** The hidden command by which the scripts of shells ask. */
export const askingCommand = "complete";

/** The verb on a command line that is to be completed behind it, so that only this one has to be loaded. */
export function verbOfCompletion([command, , verb, ...behind]: readonly string[]): string | undefined {
  return command === askingCommand && behind.length > 0 ? verb : undefined;
}
