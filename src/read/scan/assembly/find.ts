import { bitsOf } from "./bits";

/** Number of newlines between two addresses. */
export function countNewlines(from: usize, to: usize): u32 {
  const newline = i8x16.splat(0x0a);
  let count: u32 = 0;
  let at = from;
  for (; at + 64 <= to; at += 64) {
    const found = bitsOf(
      i8x16.eq(v128.load(at), newline),
      i8x16.eq(v128.load(at, 16), newline),
      i8x16.eq(v128.load(at, 32), newline),
      i8x16.eq(v128.load(at, 48), newline),
    );
    count += <u32>popcnt(found);
  }
  for (; at < to; at++) count += <u32>(load<u8>(at) === 0x0a);
  return count;
}

/** Address of the first byte of the line that holds the byte at `at`; `from` where the line begins before it. */
export function lineStart(from: usize, at: usize): usize {
  const newline = i8x16.splat(0x0a);
  let start = at;
  for (; start >= from + 16; start -= 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(start - 16), newline));
    if (found !== 0) return start - <usize>clz(found << 16);
  }
  while (start > from && load<u8>(start - 1) !== 0x0a) start--;
  return start;
}

/** Address of the first place where the `length` bytes at `needle` (at least two) stand whole before `end`; 0 where there is none. */
export function findBytes(from: usize, end: usize, needle: usize, length: usize): usize {
  const last = i8x16.splat(load<u8>(needle + length - 1));
  const beforeLast = i8x16.splat(load<u8>(needle + length - 2));
  for (let at = from; at + length <= end; at += 64) {
    const tail = at + length - 2;
    let found = bitsOf(
      v128.and(i8x16.eq(v128.load(tail), beforeLast), i8x16.eq(v128.load(tail, 1), last)),
      v128.and(i8x16.eq(v128.load(tail, 16), beforeLast), i8x16.eq(v128.load(tail, 17), last)),
      v128.and(i8x16.eq(v128.load(tail, 32), beforeLast), i8x16.eq(v128.load(tail, 33), last)),
      v128.and(i8x16.eq(v128.load(tail, 48), beforeLast), i8x16.eq(v128.load(tail, 49), last)),
    );
    for (; found !== 0; found &= found - 1) {
      const start = at + <usize>ctz(found);
      if (start + length > end) return 0;
      if (memory.compare(start, needle, length) === 0) return start;
    }
  }
  return 0;
}
