import type { LineClass } from "./entry-batch.js";
import type { IssueCode } from "./issue.js";
import { parseValue } from "./parse-object.js";
import { type FoundObject, recoverObjects } from "./recover-objects.js";

/** What is wrong with a line; the place is added by the reader. */
export interface LineFault {
  code: IssueCode;
  message: string;
}

/** Everything that one line holds. */
export interface LineFinding {
  /** `entry` stands for both kinds of entry: whether its kind is known is not decided here. */
  lineClass: LineClass;
  /** Objects with a string `type`. */
  entries: FoundObject[];
  faults: LineFault[];
}

/** Puts one line without its newline into exactly one class and finds the entries on it. */
export function classifyLine(bytes: Uint8Array, terminated: boolean): LineFinding {
  const start = trimmedStart(bytes);
  const end = trimmedEnd(bytes, start);
  const zeros = countZeros(bytes, 0, start) + countZeros(bytes, end, bytes.length);
  const faults: LineFault[] = [];
  if (zeros > 0) faults.push({ code: "nul-padding", message: `${count(zeros, "NUL byte")} removed.` });
  if (start === end) return { lineClass: zeros > 0 ? "padding" : "blank", entries: [], faults };

  const text = bytes.subarray(start, end);
  if (text[0] === 0x2f && text[1] === 0x2f) return unreadable(faults, "The line is a comment, not JSON.");
  const value = parseValue(text);
  if (value === undefined) return recoverLine(text, start, terminated, faults);
  if (isEntry(value)) {
    return { lineClass: zeros > 0 ? "recovered" : "entry", entries: [{ raw: value, start, end }], faults };
  }
  faults.push({ code: "not-an-entry", message: `The line is ${describe(value)}.` });
  return { lineClass: "non-object", entries: [], faults };
}

function recoverLine(text: Uint8Array, start: number, terminated: boolean, faults: LineFault[]): LineFinding {
  const { objects, dropped, cut, gaveUp } = recoverObjects(text);
  const entries: FoundObject[] = [];
  for (const object of objects) {
    if (isEntry(object.raw)) entries.push({ raw: object.raw, start: object.start + start, end: object.end + start });
    else faults.push({ code: "not-an-entry", message: `The line holds ${describe(object.raw)}.` });
  }
  const whole = entries.length;
  const searchNote = gaveUp ? " The search for a later entry on the line was ended: too many beginnings." : "";
  if (whole > 0) {
    if (dropped === 0 || whole > 1)
      faults.push({ code: "joined-line", message: `${count(whole, "whole entry")} on one line.` });
    if (dropped > 0 && cut && !terminated) faults.push(incomplete(dropped));
    else if (dropped > 0) {
      const message = `${count(dropped, "byte")} of a cut-off entry dropped, ${count(whole, "whole entry")} recovered.${searchNote}`;
      faults.push({ code: "torn-line", message });
    }
    return { lineClass: "recovered", entries, faults };
  }
  if (objects.length > 0 && dropped === 0) return { lineClass: "non-object", entries, faults };
  if (!terminated) {
    faults.push(incomplete(text.length));
    return { lineClass: "incomplete-tail", entries, faults };
  }
  const reason = cut ? "The line ends inside an entry" : "The line is not JSON";
  return unreadable(faults, `${reason} (${count(text.length, "byte")}).${searchNote}`);
}

/** True for an object with a string `type`. */
export function isEntry(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && typeof (value as Record<string, unknown>).type === "string";
}

function unreadable(faults: LineFault[], message: string): LineFinding {
  faults.push({ code: "unreadable-line", message });
  return { lineClass: "unreadable", entries: [], faults };
}

function incomplete(bytes: number): LineFault {
  return {
    code: "incomplete-tail",
    message: `The last line has no newline and ends inside an entry (${count(bytes, "byte")}).`,
  };
}

export function describe(value: unknown): string {
  if (value === null) return "null, not an entry";
  if (Array.isArray(value)) return "an array, not an entry";
  if (typeof value === "object") return "an object without a string `type`";
  return `a ${typeof value}, not an entry`;
}

export function count(amount: number, noun: string): string {
  if (amount === 1) return `1 ${noun}`;
  return `${amount} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

function isFiller(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function trimmedStart(bytes: Uint8Array): number {
  let start = 0;
  while (start < bytes.length && isFiller(bytes[start])) start += 1;
  return start;
}

function trimmedEnd(bytes: Uint8Array, start: number): number {
  let end = bytes.length;
  while (end > start && isFiller(bytes[end - 1])) end -= 1;
  return end;
}

function countZeros(bytes: Uint8Array, from: number, to: number): number {
  let zeros = 0;
  for (let at = from; at < to; at++) if (bytes[at] === 0) zeros += 1;
  return zeros;
}
