import { formatISO } from "date-fns/formatISO";
import { startOfISOWeek } from "date-fns/startOfISOWeek";
import { datesIn } from "./dates-in.js";

/** Names the bucket of a row's instant, for `by` of `rollup`; null where the row has no time. */
export type Bucket = (row: { readonly at: number | null }) => string | null;

/**
 * Hour of the clock in a time zone, with its distance from UTC, as the hour of a clock change comes twice:
 * `2026-11-01T01:00-07:00`. Without a zone it is that of this machine, here as in the other buckets.
 */
export const hour = (zone?: string): Bucket => bucket(zone, (date) => formatISO(date).replace(/:\d\d:\d\d/, ":00"));

/**
 * Day in a time zone: `2026-03-09`. An unknown zone is wrong use (`TranscriptError`).
 *
 * @example
 * rollup(usage(timeline), { day: day("Europe/London") }, { requests: count() }).map((row) => row.day); // => ["2026-10-01"]
 */
export const day = (zone?: string): Bucket => bucket(zone, isoDay);

/** Week in a time zone, by its Monday: `2026-03-09`. */
export const week = (zone?: string): Bucket => bucket(zone, (date) => isoDay(startOfISOWeek(date)));

/** Month in a time zone: `2026-03`. */
export const month = (zone?: string): Bucket => bucket(zone, (date) => isoDay(date).slice(0, -3));

const isoDay = (date: Date): string => formatISO(date, { representation: "date" });

/** The last instant that a Date can hold, in both directions from the epoch (ECMA-262, "Time Values and Time Range"). */
const lastInstant = 8.64e15;

/** Since 1973 all zones are whole minutes from UTC, and change at one: what is found for an instant holds for its minute. */
const wholeMinutesFrom = Date.UTC(1973, 0);
/** Finding a label costs as much as reading a line. */
const mostLabels = 10_000;
const minuteLength = 60_000;
const hourLength = 60 * minuteLength;

function bucket(zone: string | undefined, label: (date: Date) => string): Bucket {
  const dateAt = datesIn(zone);
  const ofHours = new Map<number, string | null>();
  const ofMinutes = new Map<number, string>();
  const labelOf = (at: number): string => label(dateAt(at));
  const ofMinute = (minute: number): string => labelOf(minute * minuteLength);

  /** The label of a whole hour of UTC; null where it has several. */
  function ofHour(hour: number): string | null {
    const first = dateAt(hour * hourLength);
    const last = dateAt((hour + 1) * hourLength - minuteLength);
    // No zone changes twice in an hour: with one distance from UTC at both ends, its clock runs on in between.
    if (first.getTimezoneOffset() !== last.getTimezoneOffset()) return null;
    const text = label(first);
    return text === label(last) ? text : null;
  }

  return ({ at }) => {
    // A day's distance from both ends leaves room for the zone and for the Monday before.
    if (at === null || !(Math.abs(at) < lastInstant - 8 * 86_400_000)) return null;
    if (at < wholeMinutesFrom) return labelOf(at);
    return (
      remembered(Math.floor(at / hourLength), ofHours, ofHour) ??
      remembered(Math.floor(at / minuteLength), ofMinutes, ofMinute)
    );
  };
}

function remembered<Value>(key: number, known: Map<number, Value>, find: (key: number) => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size === mostLabels) known.clear();
  const found = find(key);
  known.set(key, found);
  return found;
}
