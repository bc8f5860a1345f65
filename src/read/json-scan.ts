/** How far one JSON object has been followed, byte by byte; it can go on with the next chunk. */
export interface ObjectScan {
  /** `open`: so far the beginning of an object; `closed`: a whole one; `broken`: no object can begin like this. */
  status: "open" | "closed" | "broken";
  expect: Expected;
  inString: boolean;
  escaped: boolean;
  inLiteral: boolean;
  /** For each open container: true for an array. */
  arrays: boolean[];
}

type Expected = "object" | "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end";

const deepestNesting = 1_000_000;

export function startObjectScan(): ObjectScan {
  return { status: "open", expect: "object", inString: false, escaped: false, inLiteral: false, arrays: [] };
}

/**
 * Follows an object from `bytes[from]` on and returns where it stopped: behind the closing brace, at the byte that
 * can't stand there, or at `to`. Literals are only followed loosely: `JSON.parse` has the last word.
 */
export function scanObject(scan: ObjectScan, bytes: Uint8Array, from: number, to = bytes.length): number {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (scan.inString) {
      if (scan.escaped) scan.escaped = false;
      else if (byte === 0x5c) scan.escaped = true;
      else if (byte === 0x22) {
        scan.inString = false;
        scan.expect = scan.expect === "key" || scan.expect === "key-or-end" ? "colon" : "comma-or-end";
      } else if (byte < 0x20) scan.status = "broken";
    } else if (isJsonSpace(byte)) scan.inLiteral = false;
    else if (!(scan.inLiteral && isLiteralByte(byte))) step(scan, byte);
    if (scan.status !== "open") return scan.status === "closed" ? at + 1 : at;
  }
  return to;
}

export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function step(scan: ObjectScan, byte: number): void {
  const { expect } = scan;
  const wantsValue = expect === "value" || expect === "value-or-end";
  const wantsKey = expect === "key" || expect === "key-or-end";
  const inArray = scan.arrays.at(-1) === true;
  scan.inLiteral = false;
  if (byte === 0x22 && (wantsValue || wantsKey)) scan.inString = true;
  else if (byte === 0x7b && (wantsValue || expect === "object")) open(scan, false);
  else if (byte === 0x5b && wantsValue) open(scan, true);
  else if (byte === 0x3a && expect === "colon") scan.expect = "value";
  else if (byte === 0x2c && expect === "comma-or-end") scan.expect = inArray ? "value" : "key";
  else if (byte === 0x7d && !inArray && (expect === "key-or-end" || expect === "comma-or-end")) close(scan);
  else if (byte === 0x5d && inArray && (expect === "value-or-end" || expect === "comma-or-end")) close(scan);
  else if (isLiteralByte(byte) && wantsValue) {
    scan.inLiteral = true;
    scan.expect = "comma-or-end";
  } else scan.status = "broken";
}

function open(scan: ObjectScan, array: boolean): void {
  scan.arrays.push(array);
  if (scan.arrays.length > deepestNesting) scan.status = "broken";
  scan.expect = array ? "value-or-end" : "key-or-end";
}

function close(scan: ObjectScan): void {
  scan.arrays.pop();
  scan.expect = "comma-or-end";
  if (scan.arrays.length === 0) scan.status = "closed";
}

/** Bytes of numbers, `true`, `false` and `null`. */
const literalBytes = new Set(new TextEncoder().encode("0123456789+-.eEtrufalsn"));

function isLiteralByte(byte: number): boolean {
  return literalBytes.has(byte);
}
