import { bitsOf } from "./bits";

// AssemblyScript: reads strings that `scanLines` has checked, undecoded. May read up to 15 bytes beyond their ends.

const oddBits: u64 = (u64.MAX_VALUE / 3) * 2;

/** UTF-16 units of a string that `scanLines` has checked; -1 where its bytes are no UTF-8. */
export function lengthOf(from: usize, to: usize): i32 {
  const backslash = i8x16.splat(0x5c);
  const letterU = i8x16.splat(0x75);
  const continuing = i8x16.splat(-64);
  let at = from;
  let units: i64 = 0;
  /** Continuation bytes that leads have announced, less those that came. */
  let owed: i64 = 0;
  /** 1 where the first byte of what follows is escaped. */
  let carried: u64 = 0;
  for (; at + 64 <= to; at += 64) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    units += 64;
    const slashes = bitsOf(
      i8x16.eq(a, backslash),
      i8x16.eq(b, backslash),
      i8x16.eq(c, backslash),
      i8x16.eq(d, backslash),
    );
    if ((slashes | carried) !== 0) {
      // Of each row of backslashes every other one starts an escape, found by the carries of one subtraction.
      const free = slashes & ~carried;
      const ends = (((free << 1) | oddBits) - free) ^ oddBits;
      const escaped = ends ^ (slashes | carried);
      const starts = ends & slashes;
      carried = starts >> 63;
      const letters = bitsOf(i8x16.eq(a, letterU), i8x16.eq(b, letterU), i8x16.eq(c, letterU), i8x16.eq(d, letterU));
      units -= <i64>popcnt(starts) + 4 * <i64>popcnt(escaped & letters);
    }
    const high = bitsOf(a, b, c, d);
    if (high === 0) continue;
    const inside = bitsOf(
      i8x16.lt_s(a, continuing),
      i8x16.lt_s(b, continuing),
      i8x16.lt_s(c, continuing),
      i8x16.lt_s(d, continuing),
    );
    units -= <i64>popcnt(inside);
    owed -= <i64>popcnt(inside);
    for (let leads = high & ~inside; leads !== 0; leads &= leads - 1) {
      const length: u32 = sequenceLength(at + <usize>ctz(leads));
      if (length === 0) return -1;
      owed += length - 1;
      if (length === 4) units += 1;
    }
  }
  for (; at < to; at++) {
    const byte: u32 = load<u8>(at);
    if ((byte & 0xc0) === 0x80) {
      owed -= 1;
      continue;
    }
    if (byte === 0x5c && carried === 0) {
      carried = 1;
      continue;
    }
    units += carried !== 0 && byte === 0x75 ? -3 : 1;
    carried = 0;
    if (byte < 0x80) continue;
    const length: u32 = sequenceLength(at);
    if (length === 0) return -1;
    owed += length - 1;
    if (length === 4) units += 1;
  }
  return owed === 0 ? <i32>units : -1;
}

let units: u32 = 0;

/** UTF-16 units that the last `measure` passed; -1 where it met bytes that are no UTF-8. */
export function measured(): i32 {
  return <i32>units;
}

/** Passes at least `most` UTF-16 units of a string that `scanLines` has checked, or all of it; returns where it ends. */
export function measure(from: usize, to: usize, most: u32): usize {
  const backslash = i8x16.splat(0x5c);
  let at = from;
  units = 0;
  while (at < to && units < most) {
    if (at + 16 <= to && units + 16 <= most) {
      const block = v128.load(at);
      const high: u32 = i8x16.bitmask(block);
      const ascii: u32 = high === 0 ? 16 : ctz(high);
      let next = at + ascii;
      let extra: u32 = 0;
      let escapes: u32 = i8x16.bitmask(i8x16.eq(block, backslash)) & (((<u32>1) << ascii) - 1);
      while (escapes !== 0) {
        const first: u32 = ctz(escapes);
        const length: u32 = load<u8>(at + first, 1) === 0x75 ? 6 : 2;
        extra += length - 1;
        if (at + first + length > next) next = at + first + length;
        escapes &= (escapes - 1) & ~((<u32>2) << first);
      }
      units += <u32>(next - at) - extra;
      at = next;
      if (high === 0) continue;
    }
    const length = sequenceLength(at);
    if (length === 0) {
      units = -1;
      return at;
    }
    units += length === 4 && load<u8>(at) !== 0x5c ? 2 : 1;
    at += length;
  }
  return at;
}

/** Bytes of the escape or character at `at`; 0 where it is no UTF-8. Source: The Unicode Standard, table 3-7. */
function sequenceLength(at: usize): u32 {
  const lead: u32 = load<u8>(at);
  if (lead === 0x5c) return load<u8>(at, 1) === 0x75 ? 6 : 2;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second: u32 = load<u8>(at, 1);
  const lowest: u32 = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest: u32 = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  if (lead < 0xe0) return 2;
  if ((load<u8>(at, 2) & 0xc0) !== 0x80) return 0;
  if (lead < 0xf0) return 3;
  return (load<u8>(at, 3) & 0xc0) === 0x80 ? 4 : 0;
}

function hexDigit(at: usize): u32 {
  const letter: u32 = load<u8>(at);
  return (letter & 15) + (letter >> 6) * 9;
}

/** The character that the escape or sequence at `at` stands for. */
function characterAt(at: usize, length: u32): u32 {
  const lead: u32 = load<u8>(at);
  if (lead === 0x5c) {
    const letter: u32 = load<u8>(at, 1);
    if (length === 6)
      return (hexDigit(at + 2) << 12) | (hexDigit(at + 3) << 8) | (hexDigit(at + 4) << 4) | hexDigit(at + 5);
    if (letter === 0x6e) return 10;
    if (letter === 0x74) return 9;
    if (letter === 0x72) return 13;
    if (letter === 0x62) return 8;
    return letter === 0x66 ? 12 : letter;
  }
  if (length === 1) return lead;
  const second: u32 = load<u8>(at, 1) & 63;
  if (length === 2) return ((lead & 31) << 6) | second;
  const third: u32 = load<u8>(at, 2) & 63;
  if (length === 3) return ((lead & 15) << 12) | (second << 6) | third;
  return ((lead & 7) << 18) | (second << 12) | (third << 6) | (load<u8>(at, 3) & 63);
}

function isWhiteSpace(unit: u32): bool {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

/** Where the string ends without the white space at its end, however that is written. */
function endOfText(from: usize, to: usize): usize {
  let end = to;
  let last = 1;
  while (last > 0 && end > from) {
    last = 0;
    if (load<u8>(end - 1) === 0x20) last = 1;
    else if (endsInEscape(from, end, 2) && isWhiteSpace(characterAt(end - 2, 2))) last = 2;
    else if (endsInEscape(from, end, 6) && isWhiteSpace(characterAt(end - 6, 6))) last = 6;
    end -= last;
  }
  return end;
}

function endsInEscape(from: usize, end: usize, length: u32): bool {
  if (end < from + length || load<u8>(end - length) !== 0x5c) return false;
  if ((load<u8>(end - length + 1) === 0x75) !== (length === 6)) return false;
  let before = end - length;
  while (before > from && load<u8>(before - 1) === 0x5c) before -= 1;
  return ((end - length - before) & 1) === 0;
}

/**
 * The hashes of ../../fingerprint.ts for a string that `scanLines` has checked. Writes the length of its text without the
 * white space at its end, then, from byte 16 on, eight lanes to `result`; what follows up to byte 4096 is overwritten.
 * Returns false where the bytes are no UTF-8.
 */
export function hashText(from: usize, to: usize, result: usize): bool {
  const backslash = i8x16.splat(0x5c);
  const first = result + 48;
  const full = result + 4096 - 64;
  const end = endOfText(from, to);
  let a = i32x4.splat(0x811c9dc5);
  let b = i32x4.splat(0x9e3779b9);
  let length: u32 = 0;
  let at = from;
  let out = first;
  while (at < end) {
    while (at < end && out < full) {
      if (at + 16 <= end) {
        const block = v128.load(at);
        const special = i8x16.bitmask(v128.or(block, i8x16.eq(block, backslash)));
        const plain: usize = special === 0 ? 16 : <usize>ctz(special);
        v128.store(out, i16x8.extend_low_i8x16_u(block));
        v128.store(out, i16x8.extend_high_i8x16_u(block), 16);
        at += plain;
        out += plain << 1;
        if (special === 0) continue;
      }
      const bytes = sequenceLength(at);
      if (bytes === 0) return false;
      const character = characterAt(at, bytes);
      at += bytes;
      if (character < 0x10000) {
        store<u16>(out, <u16>character);
        out += 2;
        continue;
      }
      store<u16>(out, <u16>(0xd7c0 + (character >> 10)));
      store<u16>(out, <u16>(0xdc00 | (character & 0x3ff)), 2);
      out += 4;
    }
    // Units that fill no block wait for those of the next round, or are followed by zeros.
    v128.store(out, i64x2.splat(0));
    const last = at < end ? first + ((out - first) & ~15) : out;
    let next = first;
    for (; next < last; next += 16) {
      const eight = v128.load(next);
      a = i32x4.mul(v128.xor(a, eight), i32x4.splat(0x01000193));
      a = v128.xor(a, i32x4.shr_u(a, 13));
      b = i32x4.mul(v128.xor(b, eight), i32x4.splat(0x85ebca6b));
      b = v128.xor(b, i32x4.shr_u(b, 15));
    }
    length += <u32>((last - first) >> 1);
    v128.store(first, v128.load(last));
    out = first + (out - last);
  }
  store<u32>(result, length);
  v128.store(result, a, 16);
  v128.store(result, b, 32);
  return true;
}

function hexLetter(digit: u32): u32 {
  return digit < 10 ? 0x30 + digit : 0x57 + digit;
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
 * text ends now; 0, and nothing is written, where there is no room or the bytes are no UTF-8.
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
    if (length > 1) extra += (length === 4 ? 12 : 6) - length;
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
