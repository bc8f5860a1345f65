/** How a stand-in differs from the program that was measured; handed over in the variable `STAND_IN`. */
export interface Behaviour {
  /** CLI version that it says it is, and writes in its records. */
  version: string;
  /** A resumed process still knows the skills of earlier ones. */
  keepsSkills?: boolean;
  /** No compaction brings skills back. */
  losesSkills?: boolean;
  /** What a probe is answered with: all that stands in context (default), a number more, or one less. */
  answer?: "guess" | "forget";
  /** Tells no cost. */
  hidesCost?: boolean;
  /** Dollars that each message costs; default 0.02. */
  costUsd?: number;
  /** Writes no transcript. */
  writesNothing?: boolean;
  /** What goes wrong, at the message that holds this text. */
  fault?: { at: string; kind: "hang" | "exit" | "error" | "garbage" | "flood" };
}

export function behaviourOf(env: NodeJS.ProcessEnv): Behaviour {
  return { version: "2.1.285", ...JSON.parse(env.STAND_IN ?? "{}") };
}
