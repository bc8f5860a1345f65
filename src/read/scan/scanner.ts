import { fingerprintOf } from "../fingerprint.js";
import { asciiText, unitsText } from "./engine-text.js";
import { createFinder, type Finder } from "./finder.js";
import { fromHex } from "./from-hex.js";
import { createScanLines, type ScanLines } from "./scan-lines.js";
import { wasmHex } from "./wasm-bytes.js";

/** A memory, and the scanner that works in it. */
export interface Scanner {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly scanLines: ScanLines;
  readonly strings: StringReader;
  readonly finder: Finder;
  /** Makes the memory at least this long and keeps what it holds; the fields are other ones then. */
  grow(length: number): void;
}

/** Reads strings between two addresses that `scanLines` has checked, undecoded. */
export interface StringReader {
  /** UTF-16 units of the text; null where the bytes are no UTF-8. */
  length(from: number, to: number): number | null;
  /** Passes at least `most` UTF-16 units, or all; null where the bytes are no UTF-8. */
  measure(from: number, to: number, most: number): Measured | null;
  /** The text; null where that is not known at once. */
  text(from: number, to: number): string | null;
  /** The fingerprint of the text; null where that is not known at once. */
  fingerprint(from: number, to: number): string | null;
}

/** How many UTF-16 units a string has up to an address. */
export interface Measured {
  chars: number;
  end: number;
}

/** Where a read takes its scanner from: two reads at the same time need two. */
export interface Scanning {
  open(): Scanner;
  giveBack(scanner: Scanner): void;
}

const pageBytes = 65_536;
/** What a scanner's memory begins with is the scanner's own; the rest is its user's. */
const scratchAt = 64;
export const ownBytes = scratchAt + 64 * 1024;
/** More units than there is room for. */
const leastText = -ownBytes;
/** Room for a chunk of 128 KiB, what it is pruned to, and the tables. */
const firstPages = 16;

/** Scanners that wait for the next read, a few and small ones. */
const mostIdle = 4;
const largestIdle = 2 * 1024 * 1024;

let wasmModule: WebAssembly.Module | null | undefined;

/** Scanners of one sort, used again by later reads. */
export function createScanning(openNew: () => Scanner): Scanning {
  const idle: Scanner[] = [];
  return {
    open: () => idle.pop() ?? openNew(),
    giveBack(scanner) {
      if (idle.length < mostIdle && scanner.bytes.length <= largestIdle) idle.push(scanner);
    },
  };
}

/** The fastest scanners that run here. */
export const scanning = createScanning(() => openWasmScanner() ?? openScriptScanner());

/** The scanner in WebAssembly; null where that is absent, forbidden, or without SIMD. */
export function openWasmScanner(): Scanner | null {
  if (wasmModule === null) return null;
  try {
    wasmModule ??= new WebAssembly.Module(fromHex(wasmHex));
    const { exports } = new WebAssembly.Instance(wasmModule);
    const memory = exports.memory as WebAssembly.Memory;
    const { scanLines, countNewlines, lineStart, findBytes } = exports as unknown as Finder & { scanLines: ScanLines };
    return growing(
      memory,
      () => ({ scanLines, finder: { countNewlines, lineStart, findBytes } }),
      wasmStrings(memory, exports),
    );
  } catch {
    wasmModule = null;
    return null;
  }
}

/** The scanner in JavaScript. */
export function openScriptScanner(): Scanner {
  const memory = {
    buffer: new ArrayBuffer(firstPages * pageBytes),
    grow(pages: number) {
      const grown = new Uint8Array(this.buffer.byteLength + pages * pageBytes);
      grown.set(new Uint8Array(this.buffer));
      this.buffer = grown.buffer;
    },
  };
  const inScript = (bytes: Uint8Array, words: Uint32Array) => ({
    scanLines: createScanLines(bytes, words),
    finder: createFinder(bytes),
  });
  return growing(memory, inScript, unreadStrings);
}

/** Where no scanner reads strings, they are decoded. */
const unreadStrings: StringReader = {
  length: () => null,
  measure: () => null,
  text: () => null,
  fingerprint: () => null,
};

function wasmStrings(memory: WebAssembly.Memory, exports: WebAssembly.Exports): StringReader {
  const lengthOf = exports.lengthOf as (from: number, to: number) => number;
  const measure = exports.measure as (from: number, to: number, most: number) => number;
  const measured = exports.measured as () => number;
  const writeText = exports.writeText as (from: number, to: number, out: number, outEnd: number) => number;
  let bytes = new Uint8Array(memory.buffer);
  // A view of a memory that has grown since is empty.
  const scratch = (): Uint8Array => {
    if (bytes.length === 0) bytes = new Uint8Array(memory.buffer);
    return bytes;
  };
  const hashText = exports.hashText as (from: number, to: number, result: number) => number;
  return {
    length(from, to) {
      const length = lengthOf(from, to);
      return length < 0 ? null : length;
    },
    measure(from, to, most) {
      const end = measure(from, to, most);
      const chars = measured();
      return chars < 0 ? null : { chars, end };
    },
    text(from, to) {
      const written = writeText(from, to, scratchAt, ownBytes);
      if (written < leastText) return null;
      return written < 0
        ? unitsText(scratch(), scratchAt, -1 - written)
        : asciiText(scratch(), scratchAt, scratchAt + written);
    },
    fingerprint(from, to) {
      if (hashText(from, to, scratchAt) === 0) return null;
      const words = new Int32Array(memory.buffer, scratchAt, 12);
      return fingerprintOf(words[0] as number, words.subarray(4));
    },
  };
}

interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): unknown;
}

function growing(
  memory: GrowingMemory,
  scannerIn: (bytes: Uint8Array, words: Uint32Array) => Pick<Scanner, "scanLines" | "finder">,
  strings: StringReader,
): Scanner {
  function scannerNow() {
    const bytes = new Uint8Array(memory.buffer);
    const words = new Uint32Array(memory.buffer);
    return { bytes, words, ...scannerIn(bytes, words) };
  }
  return {
    ...scannerNow(),
    strings,
    grow(length) {
      const missing = length - memory.buffer.byteLength;
      if (missing <= 0) return;
      memory.grow(Math.ceil(missing / pageBytes));
      Object.assign(this, scannerNow());
    },
  };
}
