import type { Cuts } from "../entry-batch.js";
import { fingerprint } from "../fingerprint.js";
import { decodeSlice } from "../parse-object.js";
import { withoutHalfPair } from "../without-half-pair.js";
import type { Measured, StringReader } from "./scanner.js";

/** A string value that was cut out: where its bytes stand now, and where they stand in the source. */
export interface CutValue {
  bytes: Uint8Array;
  /** First byte behind the opening quote. */
  start: number;
  /** The closing quote. */
  end: number;
  /** Offset of the first byte in the source. */
  offset: number;
}

/**
 * Reads values that were cut out, given what finds them by their markers, and what can read them undecoded. The scanner
 * has made sure that they are JSON.
 */
export function createCuts(find: (value: string) => CutValue | null, strings: () => StringReader): Cuts {
  function textOf({ bytes, start }: CutValue, end: number): string {
    const text = strings().text(start, end) ?? textInParts(strings(), start, end);
    if (text !== null) return text;
    // A head is given the quote behind it that a whole value has.
    const behind = bytes[end] as number;
    bytes[end] = quote;
    const json = decodeSlice(bytes, start - 1, end + 1);
    bytes[end] = behind;
    return JSON.parse(json);
  }

  return {
    text(value) {
      const cut = find(value);
      return cut === null ? value : textOf(cut, cut.end);
    },
    head(value, chars) {
      const cut = find(value);
      if (cut === null) return withoutHalfPair(value, chars);
      // One unit more shows whether a pair would be halved.
      const most = Math.min(chars + 1, cut.end - cut.start);
      const { end } = strings().measure(cut.start, cut.end, most) ?? measure(cut, most);
      return withoutHalfPair(textOf(cut, end), chars);
    },
    chars(value) {
      const cut = find(value);
      if (cut === null) return value.length;
      return strings().length(cut.start, cut.end) ?? measure(cut, Number.POSITIVE_INFINITY).chars;
    },
    fingerprint(value) {
      const cut = find(value);
      if (cut === null) return fingerprint(value);
      return strings().fingerprint(cut.start, cut.end) ?? fingerprint(textOf(cut, cut.end));
    },
    span(value) {
      const cut = find(value);
      return cut === null ? null : { offset: cut.offset, length: cut.end - cut.start };
    },
  };
}

/** So many UTF-16 units a reader of strings has room for. */
const unitsAtATime = 32_000;

/** The text of a string that is too long to be read at once; null where it can't be read in parts either. */
function textInParts(strings: StringReader, start: number, end: number): string | null {
  let text = "";
  for (let at = start; at < end; ) {
    const measured = strings.measure(at, end, unitsAtATime);
    const part = measured === null ? null : strings.text(at, measured.end);
    if (measured === null || part === null) return null;
    text += part;
    at = measured.end;
  }
  return text;
}

const quote = 0x22;

/** Counts UTF-16 units until there are at least `most`; ends between two escapes or characters. */
function measure({ bytes, start, end }: CutValue, most: number): Measured {
  let chars = 0;
  let at = start;
  while (at < end && chars < most) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      if (byte !== 0x5c) at += 1;
      else at += bytes[at + 1] === 0x75 ? 6 : 2;
      chars += 1;
      continue;
    }
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      chars += length === 4 ? 2 : 1;
      continue;
    }
    // How many U+FFFD stand for bytes that are no UTF-8, the decoder knows best.
    const from = at;
    while (at < end && (bytes[at] as number) >= 0x80) at += 1;
    chars += decodeSlice(bytes, from, at).length;
  }
  return { chars, end: at };
}

/** Length of the well-formed sequence at `at`, 0 where there is none. Source: The Unicode Standard, table 3-7. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = bytes[at + 1] as number;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  if (lead < 0xe0) return 2;
  if (!isContinuation(bytes, at + 2)) return 0;
  if (lead < 0xf0) return 3;
  return isContinuation(bytes, at + 3) ? 4 : 0;
}

function isContinuation(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] as number) & 0xc0) === 0x80;
}
