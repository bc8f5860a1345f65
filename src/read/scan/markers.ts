import { markerBytes, nonceBytes } from "./scan-lines.js";

/** Tells the markers of one read from all other strings. */
export interface Markers {
  /** First bytes of every marker, not to be foreseen by who writes a transcript. */
  nonce: Uint8Array;
  /** The number in a marker; null for any other string. */
  numberOf(value: string): number | null;
  /** How many markers were made from number `from` to number `to`: numbers begin again after 2^30. */
  distance(from: number, to: number): number;
}

const numbers = 2 ** 30;
const firstDigit = 0x30;

export function createMarkers(): Markers {
  // Printable bytes that JSON writes as they are.
  const nonce = randomBytes(nonceBytes).map((byte) => 0x23 + (byte % 57));
  const start = String.fromCharCode(...nonce);

  function numberOf(value: string): number | null {
    if (value.length !== markerBytes || !value.startsWith(start)) return null;
    let number = 0;
    for (let at = nonceBytes; at < markerBytes; at++) {
      const digit = value.charCodeAt(at) - firstDigit;
      if (digit < 0 || digit > 31) return null;
      number = number * 32 + digit;
    }
    return number;
  }

  return { nonce, numberOf, distance: (from, to) => (((to - from) % numbers) + numbers) % numbers };
}

function randomBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  if (typeof globalThis.crypto?.getRandomValues === "function") return globalThis.crypto.getRandomValues(bytes);
  return bytes.map(() => Math.random() * 256);
}
