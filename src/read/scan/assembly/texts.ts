import { characterAt, sequenceLength } from "./characters";
import { unitsEnd, writeUnits } from "./units";

/**
 * Writes the text of a string that `scanLines` has checked to `out`: as bytes where it is ASCII, else as UTF-16. Returns the
 * number of bytes; else -1 less the number of units; the least number there is where it has no room or is no UTF-8. The 32
 * bytes before `outEnd` are not used.
 */
export function writeText(from: usize, to: usize, outStart: usize, outEnd: usize): i32 {
  const backslash = i8x16.splat(0x5c);
  const limit = outEnd - 32;
  let at = from;
  let out = outStart;
  while (at < to && out < limit) {
    if (at + 16 <= to) {
      const block = v128.load(at);
      const special: u32 = i8x16.bitmask(v128.or(block, i8x16.eq(block, backslash)));
      const plain: usize = special === 0 ? 16 : ctz(special);
      v128.store(out, block);
      at += plain;
      out += plain;
      if (special === 0) continue;
    }
    const length = sequenceLength(at);
    const character = length === 0 ? 0x80 : characterAt(at, length);
    if (character >= 0x80) break;
    store<u8>(out, <u8>character);
    at += length;
    out += 1;
  }
  if (at === to) return <i32>(out - outStart);
  const wide = widen(outStart, out, limit);
  if (wide === 0 || writeUnits(at, to, wide, limit) !== to) return i32.MIN_VALUE;
  return -1 - <i32>((unitsEnd - outStart) >> 1);
}

/** Makes bytes UTF-16, in place, and returns where they end; 0 where there is no room. */
function widen(from: usize, to: usize, limit: usize): usize {
  const end = to + (to - from);
  if (end > limit) return 0;
  let out = end;
  for (let at = to; at > from; ) {
    at -= 1;
    out -= 2;
    store<u16>(out, load<u8>(at));
  }
  return end;
}

function hexLetter(digit: u32): u32 {
  return digit < 10 ? 0x30 + digit : 0x57 + digit;
}

/** Whether an odd number of backslashes stands before `at`. */
function isEscaped(from: usize, at: usize): bool {
  let before = at;
  while (before > from && load<u8>(before - 1) === 0x5c) before -= 1;
  return ((at - before) & 1) !== 0;
}

/** Writes a UTF-16 unit as JSON's escape of six bytes that end at `end`, and returns where it starts. */
function writeEscape(end: usize, unit: u32): usize {
  const at = end - 6;
  store<u16>(at, 0x755c);
  for (let digit: u32 = 0; digit < 4; digit++) store<u8>(at + digit, <u8>hexLetter((unit >> (12 - 4 * digit)) & 15), 2);
  return at;
}

/**
 * Spells the characters beyond ASCII of a JSON text as escapes, in place; what grows stays before `limit`. Returns where the
 * text ends now; 0, and nothing is written, where there is no room, where the bytes are no UTF-8, and where a backslash
 * escapes such a character: that is no JSON, and must not become it.
 */
export function escapeHighBytes(from: usize, to: usize, limit: usize): usize {
  let extra: usize = 0;
  let at = from;
  while (at < to) {
    if (at + 16 <= to) {
      const high: u32 = i8x16.bitmask(v128.load(at));
      at += high === 0 ? 16 : ctz(high);
      if (high === 0) continue;
    }
    const length: usize = load<u8>(at) < 0x80 ? 1 : sequenceLength(at);
    if (length === 0) return 0;
    if (length > 1) {
      if (load<u8>(at - 1) === 0x5c && isEscaped(from, at)) return 0;
      extra += (length === 4 ? 12 : 6) - length;
    }
    at += length;
  }
  if (to + extra > limit) return 0;
  let out = to + extra;
  // In front of the first such character nothing moves.
  while (out > at) {
    let plain = at;
    while (plain >= from + 16 && i8x16.bitmask(v128.load(plain - 16)) === 0) plain -= 16;
    while (plain > from && load<u8>(plain - 1) < 0x80) plain -= 1;
    out -= at - plain;
    memory.copy(out, plain, at - plain);
    at = plain;
    const end = at;
    do at -= 1;
    while ((load<u8>(at) & 0xc0) === 0x80);
    const character = characterAt(at, <u32>(end - at));
    if (character < 0x10000) {
      out = writeEscape(out, character);
      continue;
    }
    out = writeEscape(out, 0xdc00 | (character & 0x3ff));
    out = writeEscape(out, 0xd7c0 + (character >> 10));
  }
  return to + extra;
}
