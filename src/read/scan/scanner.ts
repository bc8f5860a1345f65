import { createScanLines, type ScanLines } from "./scan-lines.js";
import { wasmHex } from "./wasm-bytes.js";

/** A memory, and the scanner that works in it. */
export interface Scanner {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly scanLines: ScanLines;
  /** Characters of the string between two addresses, escapes counted as one each; -1 where that is not known at once. */
  readonly asciiLength: (from: number, to: number) => number;
  /** Makes the memory at least this long and keeps what it holds; the fields are other ones then. */
  grow(length: number): void;
}

/** Where a read takes its scanner from: two reads at the same time need two. */
export interface Scanning {
  open(): Scanner;
  giveBack(scanner: Scanner): void;
}

const pageBytes = 65_536;
/** Room for a chunk of 256 KiB, what it is pruned to, and the tables. */
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
    const { memory, scanLines, asciiLength } = exports;
    return growing(memory as WebAssembly.Memory, () => scanLines as ScanLines, asciiLength as Scanner["asciiLength"]);
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
  return growing(memory, createScanLines, () => -1);
}

interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): unknown;
}

function growing(
  memory: GrowingMemory,
  scannerIn: (bytes: Uint8Array, words: Uint32Array) => ScanLines,
  asciiLength: Scanner["asciiLength"],
): Scanner {
  function scannerNow() {
    const bytes = new Uint8Array(memory.buffer);
    const words = new Uint32Array(memory.buffer);
    return { bytes, words, scanLines: scannerIn(bytes, words) };
  }
  return {
    ...scannerNow(),
    asciiLength,
    grow(length) {
      const missing = length - memory.buffer.byteLength;
      if (missing <= 0) return;
      memory.grow(Math.ceil(missing / pageBytes));
      Object.assign(this, scannerNow());
    },
  };
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
