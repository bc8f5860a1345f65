import { bitsOf } from "./bits";
import { sequenceLength } from "./characters";

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
