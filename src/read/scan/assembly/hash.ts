import { characterAt } from "./characters";
import { unitsEnd, writeUnits } from "./units";

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
 * white space at its end, then, from byte 16 on, eight lanes to `result`; what follows up to byte 512 is overwritten.
 * Returns false where the bytes are no UTF-8.
 */
export function hashText(from: usize, to: usize, result: usize): bool {
  const first = result + 48;
  // So few units at a time that a processor hashes them while it writes the next: 2 KB at a time took a quarter longer.
  const full = first + 192;
  const end = endOfText(from, to);
  let a = i32x4.splat(0x811c9dc5);
  let b = i32x4.splat(0x9e3779b9);
  let length: u32 = 0;
  let at = from;
  let out = first;
  while (at < end) {
    at = writeUnits(at, end, out, full);
    if (at === 0) return false;
    out = unitsEnd;
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
