import { addMessages, type MessageTokens } from "../queries/message-tokens.js";
import { inRange, type TimeRange } from "../tables/time-range.js";
import {
  checkUsageGroups,
  neededFor,
  tokenTotals,
  type UsageGroup,
  type UsageTotalRow,
} from "../tables/token-totals.js";
import { type EachOptions, eachSession } from "./each-session.js";
import { sessionsBelow } from "./folder-sessions.js";
import { messageReader } from "./message-reader.js";
import { namesBelow } from "./names-below.js";
import { firstSessionId } from "./session-files.js";
import { folderAt } from "./standard-folder.js";
import type { FolderProblem } from "./walk-folder.js";

/** What `usageTotals` sums up. */
export interface UsageTotalsOptions extends Omit<EachOptions, "concurrency">, TimeRange {
  /** What to sum by; default nothing, which gives one row. */
  by?: readonly UsageGroup[];
  /** Time zone of the days, and of times without an offset, such as `Europe/Berlin`; default that of this machine. */
  zone?: string;
  /** Threads that read, this one among them; 0 and 1 are this one alone. Default: as many as the machine has and as pay for the bytes. */
  threads?: number;
}

/**
 * Sums up how many tokens the sessions below a folder used; without `root`, those of the folder of Claude Code.
 *
 * The sums are those of `usage` over all timelines of `openTimelines(root)`: each message counts once, the files of
 * subagents are in them, and what is not recorded is no 0. Only the heads of replies are read, by several threads; where
 * it is summed by chain, and by session where a file is not named after its own, all lines are. What is held in memory
 * is less than 1 KB for each message. With `from` and `to` only messages of that time are in them, by the time of the line
 * that counts, and none without a time. Throws as `openTimelines` does, for a zone, a group or a time that there is not, and where
 * `to` is not after `from`.
 *
 * Known gaps: those of `usage`; a reply counts though a row of another kind has its uuid, if nothing but replies is read.
 *
 * @example
 * const totals = await usageTotals(path.replace("session.jsonl", ""), { by: ["day", "model"], zone: "UTC" });
 * totals.map((row) => [row.day, row.model, row.requests]); // => [["2026-10-01", "claude-opus-5-5", 20]]
 */
export async function usageTotals(root?: string, options: UsageTotalsOptions = {}): Promise<UsageTotalRow[]> {
  const { by = [], zone, from, to, threads, ...each } = options;
  checkUsageGroups(by);
  // What there is not, a zone or a time, is told before anything is read.
  tokenTotals([], by, zone);
  const isAsked = inRange({ from, to }, zone);
  const folder = folderAt(root);
  const problems: FolderProblem[] = [];
  const sessions = await sessionsBelow(
    folder,
    (problem) => problems.push(problem),
    ({ path }) => firstSessionId(path),
  );
  const messages = new Map<string, MessageTokens>();
  const reader = messageReader(sessions, { ...neededFor(by), threads });
  try {
    const read = eachSession(sessions, problems, { ...each, concurrency: reader.ahead }, reader.read);
    for await (const some of read) addMessages(messages, some);
  } finally {
    reader.close();
  }
  const nameBelow = namesBelow(folder);
  // Which copy of a message counts must not depend on the time that is asked.
  return tokenTotals([...messages.values()].filter(isAsked), by, zone).map((row) => ({
    ...row,
    evidence: row.evidence.map((place) => ({ ...place, file: nameBelow(place.file ?? "") })),
  }));
}
