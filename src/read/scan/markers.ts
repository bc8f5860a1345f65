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

/** Random bytes in store, for many reads: asking for each costs a small file one hundredth of its time. */
const store = new Uint8Array(4096);
let left = 0;

function randomBytes(length: number): Uint8Array {
  if (left < length) {
    left = store.length;
    if (typeof globalThis.crypto?.getRandomValues === "function") globalThis.crypto.getRandomValues(store);
    else
      store.forEach((_, at) => {
        store[at] = Math.random() * 256;
      });
  }
  left -= length;
  return store.slice(left, left + length);
}
