import type { RawEntry } from "./entry-batch.js";
import { isJsonSpace, scanObject, startObjectScan } from "./json-scan.js";
import { parseObject } from "./parse-object.js";

/** A whole object found on a line, with its bytes. */
export interface FoundObject {
  raw: RawEntry;
  start: number;
  end: number;
}

export interface Recovery {
  objects: FoundObject[];
  /** Bytes that belong to no object, white space and NUL bytes between objects not counted. */
  dropped: number;
  /** True where the line ends inside an object that was whole until there. */
  cut: boolean;
  /** True where the search for a later start was ended because it became too long. */
  gaveUp: boolean;
}

const starts = ['{"parentUuid"', '{"type"'].map((text) => new TextEncoder().encode(text));
/** A search may look at this many times the line's bytes, so that no line takes quadratic time. */
const searchFactor = 32;

/**
 * Finds the whole objects of a line that is not one JSON value: first from the line's start, one after the other; where
 * that fails, from the first later `{"parentUuid"` or `{"type"` from which the rest of the line is whole objects.
 * What is the beginning of an object up to the line's end is not searched: its inner objects are no entries.
 */
export function recoverObjects(bytes: Uint8Array): Recovery {
  const recovery: Recovery = { objects: [], dropped: 0, cut: false, gaveUp: false };
  const direct = objectsFrom(bytes, 0);
  recovery.objects.push(...direct.objects);
  if (direct.end === bytes.length) return recovery;
  recovery.cut = direct.cut;
  recovery.dropped = bytes.length - direct.end;
  if (direct.cut) return recovery;

  let budget = searchFactor * bytes.length;
  for (let start = nextStart(bytes, direct.end + 1); start >= 0; start = nextStart(bytes, start + 1)) {
    const later = objectsFrom(bytes, start);
    if (later.end === bytes.length) {
      recovery.objects.push(...later.objects);
      recovery.dropped = start - direct.end;
      return recovery;
    }
    if (later.cut) {
      recovery.cut = true;
      return recovery;
    }
    budget -= later.looked;
    if (budget < 0) {
      recovery.gaveUp = true;
      return recovery;
    }
  }
  return recovery;
}

/** Whole objects one after the other; `end` is where the first thing stands that is none. */
function objectsFrom(
  bytes: Uint8Array,
  from: number,
): { objects: FoundObject[]; end: number; cut: boolean; looked: number } {
  const objects: FoundObject[] = [];
  let start = afterFiller(bytes, from);
  while (start < bytes.length) {
    const scan = startObjectScan();
    const end = scanObject(scan, bytes, start);
    const raw = scan.status === "closed" ? parseObject(bytes.subarray(start, end)) : null;
    if (raw === null) return { objects, end: start, cut: scan.status === "open", looked: end - from };
    objects.push({ raw, start, end });
    start = afterFiller(bytes, end);
  }
  return { objects, end: bytes.length, cut: false, looked: bytes.length - from };
}

function afterFiller(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === 0 || isJsonSpace(bytes[at] as number))) at += 1;
  return at;
}

function nextStart(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x7b, from); at >= 0; at = bytes.indexOf(0x7b, at + 1)) {
    for (const start of starts) if (matches(bytes, at, start)) return at;
  }
  return -1;
}

function matches(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text[index]) return false;
  return true;
}
