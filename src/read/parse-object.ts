import type { RawEntry } from "./entry-batch.js";

// One decoder for all: it keeps a mark U+FEFF inside a line, and bytes that are no UTF-8 become U+FFFD.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

type Slice = (this: Uint8Array, start: number, end: number) => string;

// Node's Buffer decodes into strings that JSON.parse reads a third faster than a TextDecoder's (Node 20, measured).
const utf8Slice = (globalThis as { Buffer?: { prototype: { utf8Slice?: Slice } } }).Buffer?.prototype.utf8Slice;

/** The text of UTF-8 bytes from one index to another; what is no UTF-8 becomes U+FFFD, a mark U+FEFF stays. */
export const decodeSlice: (bytes: Uint8Array, from: number, to: number) => string =
  utf8Slice === undefined
    ? (bytes, from, to) => decoder.decode(bytes.subarray(from, to))
    : (bytes, from, to) => utf8Slice.call(bytes, from, to);

/** The text of UTF-8 bytes, as {@link decodeSlice} gives it. */
export const decodeText = (bytes: Uint8Array): string => decodeSlice(bytes, 0, bytes.length);

/** The object that bytes or a text spell, or null where they are no JSON or another value. */
export function parseObject(spelled: Uint8Array | string): RawEntry | null {
  const value = parseValue(spelled);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawEntry) : null;
}

/** The JSON value that bytes or a text spell, or undefined where they spell none. */
export function parseValue(spelled: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof spelled === "string" ? spelled : decodeText(spelled));
  } catch {
    return undefined;
  }
}
