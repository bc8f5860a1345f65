/** The high bits of 64 bytes, as one word. */
export function bitsOf(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u64>(<u32>i8x16.bitmask(a) | ((<u32>i8x16.bitmask(b)) << 16));
  return low | ((<u64>(<u32>i8x16.bitmask(c) | ((<u32>i8x16.bitmask(d)) << 16))) << 32);
}
