import { characterAt, sequenceLength } from "./characters";

/** Where what the last `writeUnits` wrote ends. */
export let unitsEnd: usize = 0;

/**
 * Writes the UTF-16 units of a string that `scanLines` has checked, up to 32 bytes beyond `limit`, and returns where it
 * stopped; 0 where the bytes are no UTF-8.
 */
export function writeUnits(from: usize, to: usize, outStart: usize, limit: usize): usize {
  const backslash = i8x16.splat(0x5c);
  let at = from;
  let out = outStart;
  while (at < to && out < limit) {
    if (at + 16 <= to) {
      const block = v128.load(at);
      const special: u32 = i8x16.bitmask(v128.or(block, i8x16.eq(block, backslash)));
      const plain: usize = special === 0 ? 16 : ctz(special);
      v128.store(out, i16x8.extend_low_i8x16_u(block));
      v128.store(out, i16x8.extend_high_i8x16_u(block), 16);
      at += plain;
      out += plain << 1;
      if (special === 0) continue;
    }
    const length = sequenceLength(at);
    if (length === 0) return 0;
    out = writeCharacter(out, characterAt(at, length));
    at += length;
  }
  unitsEnd = out;
  return at;
}

/** Writes a character in UTF-16 and returns where it ends. */
function writeCharacter(out: usize, character: u32): usize {
  if (character < 0x10000) {
    store<u16>(out, <u16>character);
    return out + 2;
  }
  store<u16>(out, <u16>(0xd7c0 + (character >> 10)));
  store<u16>(out, <u16>(0xdc00 | (character & 0x3ff)), 2);
  return out + 4;
}
