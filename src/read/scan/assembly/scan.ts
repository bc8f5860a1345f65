// AssemblyScript: the same as ../scan-lines.ts, where the contract stands, 64 bytes at a time.
// May read up to 69 bytes beyond `end`, and write up to 15 beyond the pruned text.

import { bitsOf } from "./bits";
import { escapeLength } from "./escapes";
import { escapeHighBytes } from "./texts";

const markerBytes: usize = 16;
const nonceBytes: usize = 10;

function isName(afterQuote: usize): bool {
  let at = afterQuote;
  let byte = load<u8>(at);
  while (byte === 0x20 || byte === 0x09 || byte === 0x0d) byte = load<u8>(++at);
  return byte === 0x3a;
}

/** Copies and returns where the copy ends. */
function copy(to: usize, from: usize, length: usize): usize {
  if (length > 512) memory.copy(to, from, length);
  else for (let at: usize = 0; at < length; at += 16) v128.store(to + at, v128.load(from + at));
  return to + length;
}

function writeMarker(to: usize, marker: usize, index: u32): usize {
  v128.store(to, v128.load(marker));
  let left = index;
  for (let digit = to + markerBytes - 1; digit >= to + nonceBytes; digit--) {
    store<u8>(digit, 0x30 + (left & 31));
    left >>= 5;
  }
  return to + markerBytes;
}

/** Writes the marker in place of a value, and where the value stands; returns where the marker ends. */
function writeCut(to: usize, marker: usize, index: u32, cut: usize, start: usize, end: usize): usize {
  store<u32>(cut, <u32>start);
  store<u32>(cut, <u32>(end - start), 4);
  return writeMarker(to, marker, index);
}

function hasHighByte(from: usize, to: usize): bool {
  let high: i32 = 0;
  let at = from;
  for (; at + 16 <= to; at += 16) high |= i8x16.bitmask(v128.load(at));
  for (; at < to; at++) high |= load<u8>(at) & 0x80;
  return high !== 0;
}

/** The newline of a line that is short, or 0. */
function endOfShort(from: usize, longest: usize): usize {
  const newline = i8x16.splat(0x0a);
  for (let at = from; at <= from + longest; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), newline));
    if (found !== 0) return at + <usize>ctz(found);
  }
  return 0;
}

export function scanLines(
  from: usize,
  end: usize,
  longest: usize,
  outStart: usize,
  outEnd: usize,
  rows: usize,
  rowLimit: u32,
  cuts: usize,
  cutLimit: u32,
  marker: usize,
  firstIndex: u32,
): u32 {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  const newline = i8x16.splat(0x0a);
  let out = outStart;
  let row: u32 = 0;
  let cut: u32 = 0;
  let line = from;
  for (; line < end && row < rowLimit; row++) {
    const textStart = out;
    const cutsBefore = cut;
    let copied = line;
    let malformed: u32 = 0;
    /** First byte of the string that is open, 0 outside. */
    let start: usize = 0;
    /** 1 where the first byte of the block is escaped. */
    let carried: u64 = 0;
    let lineEnd = endOfShort(line, longest << 2);

    for (let block = line; lineEnd === 0; block += 64) {
      const a = v128.load(block);
      const b = v128.load(block, 16);
      const c = v128.load(block, 32);
      const d = v128.load(block, 48);
      const controls = bitsOf(i8x16.lt_u(a, space), i8x16.lt_u(b, space), i8x16.lt_u(c, space), i8x16.lt_u(d, space));
      let quotes = bitsOf(i8x16.eq(a, quote), i8x16.eq(b, quote), i8x16.eq(c, quote), i8x16.eq(d, quote));
      let escapes = bitsOf(
        i8x16.eq(a, backslash),
        i8x16.eq(b, backslash),
        i8x16.eq(c, backslash),
        i8x16.eq(d, backslash),
      );
      if (controls !== 0) {
        const newlines = bitsOf(i8x16.eq(a, newline), i8x16.eq(b, newline), i8x16.eq(c, newline), i8x16.eq(d, newline));
        // What stands behind the line's end is not of this line.
        const ofLine = (newlines & (~newlines + 1)) - 1;
        escapes &= ofLine;
        quotes &= ofLine;
      }
      escapes &= ~carried;
      quotes &= ~carried;
      carried = 0;
      while (escapes !== 0) {
        const at = ctz(escapes);
        const next = (<u64>2) << at;
        if (escapeLength(block + <usize>at) === 0) malformed = 2;
        quotes &= ~next;
        carried = <u64>(next === 0);
        escapes &= (escapes - 1) & ~next;
      }

      if (controls === 0 && longest >= 64) {
        if (quotes === 0) continue;
        // Of strings that begin and end within a block none is long: only its first and its last quote matter.
        if (start !== 0) {
          const at = block + <usize>ctz(quotes);
          quotes &= quotes - 1;
          if (at - start > longest && cut !== cutLimit && !isName(at + 1)) {
            out = writeCut(copy(out, copied, start - copied), marker, firstIndex + cut, cuts + (cut << 3), start, at);
            copied = at;
            cut++;
          }
        }
        start = (popcnt(quotes) & 1) === 0 ? 0 : block + 64 - <usize>clz(quotes);
        continue;
      }
      for (let events = quotes | controls; events !== 0; events &= events - 1) {
        const at = block + <usize>ctz(events);
        const byte = load<u8>(at);
        if (byte !== 0x22) {
          if (start !== 0) malformed = 2;
          if (byte !== 0x0a) continue;
          lineEnd = at;
          break;
        }
        if (start === 0) {
          start = at + 1;
          continue;
        }
        if (at - start > longest && cut !== cutLimit && !isName(at + 1)) {
          out = writeCut(copy(out, copied, start - copied), marker, firstIndex + cut, cuts + (cut << 3), start, at);
          copied = at;
          cut++;
        }
        start = 0;
      }
    }

    out = copy(out, copied, lineEnd - copied);
    const place = rows + (row << 4);
    store<u32>(place, <u32>lineEnd);
    let notAscii: u32 = 0;
    if (hasHighByte(textStart, out)) {
      // What follows is never longer than what is left to read.
      const escaped = escapeHighBytes(textStart, out, outEnd - (end - lineEnd));
      if (escaped === 0) notAscii = 1;
      else out = escaped;
    }
    store<u32>(place, <u32>out, 4);
    store<u32>(place, malformed | notAscii, 8);
    store<u32>(place, cut - cutsBefore, 12);
    line = lineEnd + 1;
  }
  return row;
}
