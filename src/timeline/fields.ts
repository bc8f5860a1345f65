import type { Cuts, RawEntry } from "../read/entry-batch.js";

/** Readers of untrusted values: what has another type than asked for is null, never coerced. */
export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A text that may be a marker for one that was cut out of the entry. */
export function wholeTextOf(value: unknown, cuts: Cuts | undefined): string | null {
  const text = textOf(value);
  return text === null || cuts === undefined ? text : cuts.text(text);
}

export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

export const flagOf = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);

export const objectOf = (value: unknown): RawEntry | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawEntry) : null;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

const isoTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/;

/**
 * Time of an ISO-8601 text in epoch milliseconds: a date is its midnight in UTC, a time has `Z` or an offset. Null for
 * what is none, and for a day that its month does not have.
 */
export function timeOf(value: unknown): number | null {
  if (typeof value !== "string" || !isoTime.test(value)) return null;
  // The rows of a day follow one another, so most times are that day's midnight and the clock.
  if (value.length === writtenTime.length && value.startsWith(lastDay) && value.endsWith("Z")) {
    const clock = millisecondsOf(value);
    if (clock < 86_400_000) return lastMidnight + clock;
  }
  const time = Date.parse(value);
  if (Number.isNaN(time) || !hasDay(value.slice(0, 10))) return null;
  lastDay = value.slice(0, 10);
  lastMidnight = Date.parse(lastDay);
  return time;
}

/** How the program writes times. */
const writtenTime = "1970-01-01T00:00:00.000Z";
let lastDay = writtenTime.slice(0, 10);
let lastMidnight = 0;

/** The clock of a time in `writtenTime`'s form; a day or more where a part of it is too large. */
function millisecondsOf(time: string): number {
  const [hours, minutes, seconds] = [twoDigits(time, 11), twoDigits(time, 14), twoDigits(time, 17)];
  if (hours > 23 || minutes > 59 || seconds > 59) return 86_400_000;
  const fraction = twoDigits(time, 20) * 10 + time.charCodeAt(22) - 0x30;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction;
}

const twoDigits = (text: string, at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 0x30 * 11;

/** Date.parse takes the 30th of February for the 2nd of March; every month has 28 days. */
const hasDay = (date: string): boolean => date.slice(8) <= "28" || new Date(date).toISOString().startsWith(date);

/** The text of a message's `content`: the string itself, or its text blocks joined by line breaks. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  if (content.length === 1) return textOf(objectOf(content[0])?.text) ?? textOf(content[0]) ?? "";
  const parts: string[] = [];
  for (const block of content) {
    const text = textOf(objectOf(block)?.text) ?? textOf(block);
    if (text !== null) parts.push(text);
  }
  return parts.join("\n");
}

/** Number of image blocks in a message's `content`. */
export function countImages(content: unknown): number {
  let images = 0;
  for (const block of listOf(content)) if (objectOf(block)?.type === "image") images++;
  return images;
}
