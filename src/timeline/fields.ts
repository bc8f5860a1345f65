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
  const time = Date.parse(value);
  return Number.isNaN(time) || !hasDay(value.slice(0, 10)) ? null : time;
}

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
