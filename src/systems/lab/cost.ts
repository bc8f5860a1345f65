import type { RunManifest, SentMessage } from "./manifest.js";

/** What a laboratory has used so far. */
export interface Spent {
  processes: number;
  /** US dollars that the program told of: at least this much was spent. */
  usd: number;
  /** Runs with a session whose last cost is not known, so that the sum may be too small. */
  unknownIn: string[];
}

/**
 * Sums up what runs have cost. The program tells a running total for each session, which a resumed process goes on with;
 * a total that falls is taken for a counter that began anew.
 *
 * Known gaps: a forked session may begin with the total of the one it was forked from; then the sum is too large.
 */
export function spentOn(runs: readonly RunManifest[]): Spent {
  const spent: Spent = { processes: 0, usd: 0, unknownIn: [] };
  for (const run of runs) {
    spent.processes += run.processes;
    const sessions = [
      run.messages.filter(({ step }) => step !== "control"),
      run.messages.filter(({ step }) => step === "control"),
    ].map(costOfSession);
    for (const { usd } of sessions) spent.usd += usd;
    if (sessions.some(({ isKnown }) => !isKnown)) spent.unknownIn.push(nameOf(run));
  }
  return spent;
}

/** A later total of the same session tells what an earlier message did not. */
function costOfSession(messages: SentMessage[]): { usd: number; isKnown: boolean } {
  let [before, total, isKnown] = [0, 0, true];
  for (const { result } of messages) {
    const cost = result?.costUsd ?? null;
    isKnown = cost !== null;
    if (cost === null) continue;
    if (cost < total) before += total;
    total = cost;
  }
  return { usd: before + total, isKnown };
}

/** Such as `A1`, or `A1, attempt 2`. */
export const nameOf = ({ run, attempt }: RunManifest): string => (attempt === 1 ? run : `${run}, attempt ${attempt}`);
