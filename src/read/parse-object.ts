import type { RawEntry } from "./entry-batch.js";

// One decoder for all: it keeps a mark U+FEFF inside a line, and bytes that are no UTF-8 become U+FFFD.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The object that the bytes spell, or null where they are no JSON or another value. */
export function parseObject(bytes: Uint8Array): RawEntry | null {
  const value = parseValue(bytes);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawEntry) : null;
}

/** The JSON value that the bytes spell, or undefined where they spell none. */
export function parseValue(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
