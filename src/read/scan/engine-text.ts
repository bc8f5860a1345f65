type Slice = (this: Uint8Array, start: number, end: number) => string;

const ofBuffer = (globalThis as { Buffer?: { prototype: { latin1Slice?: Slice; ucs2Slice?: Slice } } }).Buffer
  ?.prototype;
const latin1Slice = ofBuffer?.latin1Slice;
const ucs2Slice = ofBuffer?.ucs2Slice;
// One character for each byte, ASCII as it is.
const byteDecoder = new TextDecoder("latin1");
const unitsAtATime = 4096;

/** The text of ASCII bytes; a byte that is none becomes any one character. */
export const asciiText = (bytes: Uint8Array, from: number, to: number): string =>
  latin1Slice === undefined ? byteDecoder.decode(bytes.subarray(from, to)) : latin1Slice.call(bytes, from, to);

/** The text of UTF-16 units, least byte first, halves of pairs as they are; `from` is even. */
export function unitsText(bytes: Uint8Array, from: number, count: number): string {
  if (ucs2Slice !== undefined) return ucs2Slice.call(bytes, from, from + 2 * count);
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset + from, count);
  let text = "";
  for (let at = 0; at < count; at += unitsAtATime)
    text += String.fromCharCode(...units.subarray(at, at + unitsAtATime));
  return text;
}
