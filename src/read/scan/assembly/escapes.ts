/** Letters that may stand behind a backslash, as bits of their codes: `"` and `/`, then `\`, b, f, n, r, t, u. */
const escapesBelow64: u64 = 0x0000_8004_0000_0000;
const escapesFrom64: u64 = 0x0034_4044_1000_0000;

/** Bytes of the escape whose backslash stands at `at`; 0 where JSON has none such. */
export function escapeLength(at: usize): usize {
  const letter = load<u8>(at, 1);
  if (letter >= 128 || (((letter < 64 ? escapesBelow64 : escapesFrom64) >> (letter & 63)) & 1) === 0) return 0;
  if (letter !== 0x75) return 2;
  const areHex = isHex(load<u8>(at, 2)) && isHex(load<u8>(at, 3)) && isHex(load<u8>(at, 4)) && isHex(load<u8>(at, 5));
  return areHex ? 6 : 0;
}

function isHex(byte: u32): bool {
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 6;
}
