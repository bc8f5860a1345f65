// AssemblyScript: the same as ../scan-lines.ts, where the contract stands, sixteen bytes at a time.
// May read up to 15 bytes beyond `end`.

const markerBytes: usize = 16;
const nonceBytes: usize = 10;

/** The byte after a valid escape, or 0. */
function afterEscape(at: usize): usize {
  const byte = load<u8>(at + 1);
  if (byte == 0x75) {
    for (let hex: usize = 2; hex < 6; hex++) if (!isHex(load<u8>(at + hex))) return 0;
    return at + 6;
  }
  const known =
    byte == 0x6e ||
    byte == 0x22 ||
    byte == 0x5c ||
    byte == 0x74 ||
    byte == 0x2f ||
    byte == 0x72 ||
    byte == 0x62 ||
    byte == 0x66;
  return known ? at + 2 : 0;
}

function isHex(byte: u32): bool {
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 6;
}

/** The byte of the closing quote of the string whose first byte is `at`, or 0 where it has none or breaks a rule. */
function closingQuote(at: usize): usize {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  while (true) {
    const some = v128.load(at);
    const special = v128.or(v128.or(i8x16.eq(some, quote), i8x16.eq(some, backslash)), i8x16.lt_u(some, space));
    const found = i8x16.bitmask(special);
    if (found == 0) {
      at += 16;
      continue;
    }
    at += ctz<i32>(found);
    const byte = load<u8>(at);
    if (byte == 0x22) return at;
    if (byte != 0x5c) return 0;
    at = afterEscape(at);
    if (at == 0) return 0;
  }
}

function isName(afterQuote: usize): bool {
  let byte = load<u8>(afterQuote);
  while (byte == 0x20 || byte == 0x09 || byte == 0x0d) byte = load<u8>(++afterQuote);
  return byte == 0x3a;
}

function writeMarker(to: usize, marker: usize, index: u32): void {
  v128.store(to, v128.load(marker));
  for (let digit = to + markerBytes - 1; digit >= to + nonceBytes; digit--) {
    store<u8>(digit, 0x30 + (index & 31));
    index >>= 5;
  }
}

function hasHighByte(from: usize, to: usize): bool {
  let high: i32 = 0;
  for (; from + 16 <= to; from += 16) high |= i8x16.bitmask(v128.load(from));
  for (; from < to; from++) high |= load<u8>(from) & 0x80;
  return high != 0;
}

export function scanLines(
  from: usize,
  end: usize,
  longest: u32,
  out: usize,
  rows: usize,
  rowLimit: u32,
  cuts: usize,
  cutLimit: u32,
  marker: usize,
  firstIndex: u32,
): u32 {
  let at = from;
  let row: u32 = 0;
  let cut: u32 = 0;
  for (; at < end && row < rowLimit; row++) {
    const textStart = out;
    const cutsBefore = cut;
    let copied = at;
    let malformed: u32 = 0;
    while (true) {
      let byte = load<u8>(at);
      while (byte != 0x22 && byte != 0x0a) byte = load<u8>(++at);
      if (byte == 0x0a) break;
      const start = at + 1;
      const close = closingQuote(start);
      if (close == 0) {
        malformed = 2;
        while (load<u8>(at) != 0x0a) at++;
        break;
      }
      at = close + 1;
      if (<u32>(close - start) <= longest || cut == cutLimit || isName(at)) continue;
      memory.copy(out, copied, start - copied);
      out += start - copied;
      writeMarker(out, marker, firstIndex + cut);
      out += markerBytes;
      copied = close;
      store<u32>(cuts + (cut << 3), <u32>start);
      store<u32>(cuts + (cut << 3), <u32>(close - start), 4);
      cut++;
    }
    memory.copy(out, copied, at - copied);
    out += at - copied;
    const place = rows + (row << 4);
    store<u32>(place, <u32>at);
    store<u32>(place, <u32>out, 4);
    store<u32>(place, malformed | (hasHighByte(textStart, out) ? 1 : 0), 8);
    store<u32>(place, cut - cutsBefore, 12);
    at++;
  }
  return row;
}
