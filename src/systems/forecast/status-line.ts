import type { HookInput } from "../hook-input.js";
import { type KeptForecast, keptForecast, keptPath, transcriptStamp } from "./kept-forecast.js";

/** What the status line shows at once, and whether it is to be worked out anew. */
export interface StatusLine {
  /** One line of plain ASCII. */
  line: string;
  /** False where the transcript is as it was when the line was kept, and where there is none to read. */
  outdated: boolean;
  /** Null where nothing was kept of this transcript. */
  kept: KeptForecast | null;
}

/**
 * Gives the line that was kept of a session, with its age where the transcript has changed since. It reads no transcript, so
 * that a status line takes no longer than the start of Node; `keepForecast` works the line out.
 *
 * `now` is epoch milliseconds; `cache` is where lines are kept, null for the user's cache folder. Never throws on what it
 * is told: a session without a name or a transcript has a line that says so.
 *
 * @example
 * statusLine(hookInput("{}"), Date.now(), null).line; // => "compaction would lose: unknown, no transcript was named"
 */
export function statusLine(
  input: Pick<HookInput, "sessionId" | "transcriptPath"> | null,
  now: number,
  cache: string | null,
): StatusLine {
  const transcript = input?.transcriptPath ?? null;
  if (transcript === null) return unknown("no transcript was named");
  const path = keptPath(input?.sessionId ?? null, "json", cache);
  if (path === null) return unknown("no session was named");
  const current = transcriptStamp(transcript);
  if ("problem" in current) return unknown(current.problem);
  const kept = keptForecast(path, transcript);
  if (kept === null) return { line: `${opening} being read`, outdated: true, kept };
  if (kept.stamp === current.stamp) return { line: kept.line, outdated: false, kept };
  return { line: `${kept.line} (${ageOf(now - kept.at)} ago)`, outdated: true, kept };
}

const opening = "compaction would lose:";

/** The line of a session of which nothing can be told. */
export const unknownLine = (why: string): string => `${opening} unknown, ${why}`;

const unknown = (why: string): StatusLine => ({ line: unknownLine(why), outdated: false, kept: null });

function ageOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
