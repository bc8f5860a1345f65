import { TranscriptError } from "../read/transcript-error.js";
import { timeOf } from "../timeline/fields.js";
import { instantIn } from "./dates-in.js";

/** The time from `from` (included) to `to` (excluded), which is later; an end that is absent is open. */
export interface TimeRange {
  /** Epoch milliseconds or ISO text; a date is its midnight, and a time without an offset that of the clock, in the time zone. */
  from?: number | string;
  to?: number | string;
}

/**
 * Tells of a row whether its time lies in the range, by the clock of a time zone (default: this machine's); a row without a
 * time is in an open one only. Throws a `TranscriptError` where a time can't be read, and where the end is not after the start.
 */
export function inRange({ from, to }: TimeRange, zone?: string): (row: { readonly at: number | null }) => boolean {
  if (from === undefined && to === undefined) return () => true;
  const start = from === undefined ? Number.NEGATIVE_INFINITY : instantOf(from, zone);
  const end = to === undefined ? Number.POSITIVE_INFINITY : instantOf(to, zone);
  if (start >= end)
    throw new TranscriptError(
      "wrong-option",
      `No time lies from ${JSON.stringify(from)} on and before ${JSON.stringify(to)}; give an end after the start. The end itself is not in it.`,
    );
  return ({ at }) => at !== null && at >= start && at < end;
}

function instantOf(time: number | string, zone: string | undefined): number {
  if (typeof time === "number" && !Number.isNaN(time)) return time;
  const text = String(time);
  const instant = text.includes("T") ? timeOf(text) : null;
  if (instant !== null) return instant;
  const clock = timeOf(text) ?? timeOf(`${text}Z`);
  if (clock !== null) return instantIn(zone, new Date(clock));
  throw new TranscriptError(
    "wrong-option",
    `A time is a date such as "2026-10-01", a time such as "2026-10-01T09:00" or "2026-10-01T09:00:00Z", or epoch milliseconds, not ${JSON.stringify(time)}.`,
  );
}
