/** Bytes of the escape or character at `at`; 0 where it is no UTF-8. Source: The Unicode Standard, table 3-7. */
export function sequenceLength(at: usize): u32 {
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
export function characterAt(at: usize, length: u32): u32 {
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
