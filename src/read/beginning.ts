import { hashedBytes } from "./cursor.js";
import { isJsonSpace } from "./json-scan.js";

const mark = [0xef, 0xbb, 0xbf];

/** What a source is by its first bytes; where they don't tell, what is there of the beginning of an array. */
export function beginningOf(head: Uint8Array): "array" | "lines" | "bracket" | "nothing" {
  let found: "bracket" | "nothing" = "nothing";
  for (let at = 0; at < head.length; at++) {
    const byte = head[at] as number;
    if (isJsonSpace(byte) || isMark(byte, at)) continue;
    if (found === "bracket") return byte === 0x7b ? "array" : "lines";
    if (byte !== 0x5b) return "lines";
    found = "bracket";
  }
  return found;
}

/** True where a source that begins with these bytes is an array document, or may become one when more bytes come. */
export function mayBeArray(first: Uint8Array): boolean {
  const begins = beginningOf(first.subarray(0, hashedBytes));
  return begins === "array" || (begins !== "lines" && first.length <= hashedBytes);
}

/** True for a byte of the byte-order mark at the source's start. */
export function isMark(byte: number, offset: number): boolean {
  return offset < mark.length && mark[offset] === byte;
}
