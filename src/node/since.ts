import { TranscriptError } from "../read/transcript-error.js";

/** Epoch milliseconds of the option `since`. */
export function sinceOf(since: Date | number): number {
  const time = since instanceof Date || typeof since === "number" ? Number(since) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new TranscriptError(
    "wrong-option",
    `\`since\` is ${since}; pass a Date or epoch milliseconds, such as new Date("2026-10-01").`,
  );
}
