/**
 * Finds lines and cuts their long string values out: each is replaced by a marker between its quotes.
 *
 * All positions are byte addresses in one memory. Looks from `from` to `end`, the byte before which is a newline, until
 * `rowLimit` lines are found. A value of more than `longest` bytes is cut, but no name of a member, nothing after
 * `cutLimit` cuts, and nothing out of a short line, in which looking takes longer than it spares: in WebAssembly one of at
 * most 4 times `longest` bytes, in JavaScript 32 times. `longest` is at least {@link markerBytes}, so that what is written to `out` is never longer than what was
 * read; only characters beyond ASCII may become longer, where escapes are written for them and there is room before
 * `outEnd`. Writes a row of four words for each line: address of its newline, address of the end of its text, flags (1: the
 * text is not ASCII, 2: a string of the line has no end or breaks a rule of JSON, the text is worthless), number of its
 * cuts. Writes two words for each cut: address of its first byte, length. The marker is the nonce at `marker`, then
 * the number of the cut, counted from `firstIndex`. Returns the number of lines.
 */
export type ScanLines = (
  from: number,
  end: number,
  longest: number,
  out: number,
  outEnd: number,
  rows: number,
  rowLimit: number,
  cuts: number,
  cutLimit: number,
  marker: number,
  firstIndex: number,
) => number;

export const rowWords = 4;
export const cutWords = 2;
export const notAscii = 1;
export const malformed = 2;

/** Length of a marker; its last six bytes are digits of five bits each, from "0" on. */
export const markerBytes = 16;
export const nonceBytes = 10;

const shortLine = 32;
/** For each byte: bytes of the escape that it makes behind a backslash; 0 where it makes none. */
const escapeBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte);
  return letter === "u" ? 6 : '"\\/bfnrt'.includes(letter) ? 2 : 0;
});

/** The scanner in JavaScript, for where WebAssembly may not run, over a memory of bytes and the same in words. */
export function createScanLines(bytes: Uint8Array, words: Uint32Array): ScanLines {
  return (from, end, longest, outStart, _outEnd, rows, rowLimit, cuts, cutLimit, marker, firstIndex) => {
    let at = from;
    let out = outStart;
    let cut = 0;
    let row = 0;
    for (; at < end && row < rowLimit; row++) {
      const textStart = out;
      const cutsBefore = cut;
      let copied = at;
      let flags = 0;
      const newline = bytes.indexOf(0x0a, at);
      if (newline - at <= shortLine * longest) at = newline;
      for (;;) {
        let byte = bytes[at];
        while (byte !== 0x22 && byte !== 0x0a) byte = bytes[++at];
        if (byte === 0x0a) break;
        const start = at + 1;
        const close = closingQuote(bytes, words, start);
        if (close === 0) {
          flags = malformed;
          at = newline;
          break;
        }
        at = close + 1;
        if (close - start <= longest || cut === cutLimit || isName(bytes, at)) continue;
        bytes.copyWithin(out, copied, start);
        out += start - copied;
        writeMarker(bytes, out, marker, firstIndex + cut);
        out += markerBytes;
        copied = close;
        const place = (cuts >> 2) + cut * cutWords;
        words[place] = start;
        words[place + 1] = close - start;
        cut += 1;
      }
      bytes.copyWithin(out, copied, at);
      out += at - copied;
      if (hasHighByte(bytes, textStart, out)) flags |= notAscii;
      const place = (rows >> 2) + row * rowWords;
      words[place] = at;
      words[place + 1] = out;
      words[place + 2] = flags;
      words[place + 3] = cut - cutsBefore;
      at += 1;
    }
    return row;
  };
}

/** Address of the closing quote of the string whose first byte is `from`, or 0 where it has none or breaks a rule. */
function closingQuote(bytes: Uint8Array, words: Uint32Array, from: number): number {
  let at = from;
  for (;;) {
    let byte = bytes[at] as number;
    while (byte !== 0x5c && byte !== 0x22 && byte >= 0x20) {
      at += 1;
      if ((at & 3) === 0) at = skipPlainWords(words, at >> 2) << 2;
      byte = bytes[at] as number;
    }
    if (byte === 0x22) return at;
    if (byte !== 0x5c) return 0;
    const length = escapeBytes[bytes[at + 1] as number] as number;
    if (length === 0) return 0;
    for (let hex = at + 2; hex < at + length; hex++) if (!isHex(bytes[hex] as number)) return 0;
    at += length;
  }
}

/** The next word that may hold a quote, a backslash or a control character: a zero byte borrows its high bit. */
function skipPlainWords(words: Uint32Array, from: number): number {
  let at = from;
  for (;;) {
    const four = words[at] as number;
    const quotes = four ^ 0x22222222;
    const backslashes = four ^ 0x5c5c5c5c;
    const found =
      ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | ((four - 0x20202020) & ~four);
    if ((found & 0x80808080) !== 0) return at;
    at += 1;
  }
}

function isHex(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}

function isName(bytes: Uint8Array, afterQuote: number): boolean {
  let at = afterQuote;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at += 1;
  return bytes[at] === 0x3a;
}

function writeMarker(bytes: Uint8Array, to: number, marker: number, index: number): void {
  bytes.copyWithin(to, marker, marker + nonceBytes);
  let left = index;
  for (let digit = to + markerBytes - 1; digit >= to + nonceBytes; digit--) {
    bytes[digit] = 0x30 + (left & 31);
    left >>>= 5;
  }
}

function hasHighByte(bytes: Uint8Array, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) all |= bytes[at] as number;
  return all > 0x7f;
}
