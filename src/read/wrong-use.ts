import { TranscriptError } from "./transcript-error.js";

/** Refuses a word that an option does not know. */
export function checkWord(option: string, value: unknown, words: readonly string[], more = ""): void {
  if (words.includes(value as string)) return;
  const known = words.map((word) => JSON.stringify(word)).join(" or ");
  throw new TranscriptError("wrong-option", `\`${option}\` is ${shown(value)}; pass ${known}${more}.`);
}

/** Refuses what is no whole number from `least` on; infinity is one. */
export function checkCount(option: string, value: unknown, least: number): void {
  const whole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
  if (whole && (value as number) >= least) return;
  throw new TranscriptError("wrong-option", `\`${option}\` is ${shown(value)}; pass a whole number from ${least} on.`);
}

/** Refuses what is no time to wait, in milliseconds: a timer takes no more than 2^31 - 1. */
export function checkPause(option: string, value: unknown): void {
  if (typeof value === "number" && value > 0 && value < 2 ** 31) return;
  throw new TranscriptError(
    "wrong-option",
    `\`${option}\` is ${shown(value)}; pass milliseconds above 0 and below 2^31.`,
  );
}

/** Refuses what is no list; `instead` says what to write. */
export function checkList(value: unknown, instead: string): void {
  if (typeof value === "object" && value !== null && Symbol.iterator in value) return;
  throw new TranscriptError("wrong-option", `${shown(value)} is no list; ${instead}.`);
}

/** Refuses what no query can be asked of. */
export function checkTimeline(value: unknown): void {
  if (typeof value === "object" && value !== null && Array.isArray((value as { events?: unknown }).events)) return;
  throw new TranscriptError(
    "wrong-option",
    `${shown(value)} is no timeline; ask of one, as \`await openTimeline(path)\` gives it, and of several one after the other.`,
  );
}

/** Refuses what is no object with names, such as `{ model: "model" }`; `instead` says what to write. */
export function checkNames(value: unknown, instead: string): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  throw new TranscriptError("wrong-option", `${shown(value)} names no columns; ${instead}.`);
}

/** A value in a message: an object by its fields, as a timeline is too long to be shown. */
function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "A list" : `An object with ${Object.keys(value).slice(0, 3).join(", ") || "no field"}`;
}
