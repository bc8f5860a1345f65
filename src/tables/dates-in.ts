import { TZDateMini } from "@date-fns/tz/date/mini";
import { TranscriptError } from "../read/transcript-error.js";

/**
 * Dates whose fields are those of the clock in a time zone; without one, of this machine's clock, which is there at once,
 * while to look a zone up takes a process 20 ms. A zone that there is not is wrong use (`TranscriptError`).
 */
export function datesIn(zone?: string): (at: number) => Date {
  if (zone === undefined) return (at) => new Date(at);
  if (Number.isNaN(+new TZDateMini(0, zone)))
    throw new TranscriptError(
      "wrong-option",
      `No time zone is called "${zone}": give an IANA name such as Europe/London.`,
    );
  return (at) => new TZDateMini(at, zone);
}

/** The instant at which the clock of a time zone shows what that of UTC shows at another. */
export function instantIn(zone: string | undefined, shown: Date): number {
  const fields = [
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    shown.getUTCSeconds(),
    shown.getUTCMilliseconds(),
  ] as const;
  return +(zone === undefined ? new Date(...fields) : new TZDateMini(...fields, zone));
}
