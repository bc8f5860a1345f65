import { createScanLines, type ScanLines } from "./scan-lines.js";
import { wasmHex } from "./wasm-bytes.js";

/** A memory, and the scanner that works in it. */
export interface Scanner {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  scanLines: ScanLines;
  /** Makes the memory at least this long and keeps what it holds; `bytes` and `words` are new ones then. */
  grow(length: number): void;
}

const pageBytes = 65_536;

let wasmModule: WebAssembly.Module | null | undefined;

/** The fastest scanner that runs here. */
export function openScanner(): Scanner {
  return openWasmScanner() ?? openScriptScanner();
}

/** The scanner in WebAssembly; null where that is absent, forbidden, or has no SIMD. */
export function openWasmScanner(): Scanner | null {
  try {
    wasmModule ??= new WebAssembly.Module(wasmCode());
    const { exports } = new WebAssembly.Instance(wasmModule);
    const memory = exports.memory as WebAssembly.Memory;
    return {
      bytes: new Uint8Array(memory.buffer),
      words: new Uint32Array(memory.buffer),
      scanLines: exports.scanLines as ScanLines,
      grow(length) {
        const missing = length - memory.buffer.byteLength;
        if (missing <= 0) return;
        memory.grow(Math.ceil(missing / pageBytes));
        Object.assign(this, { bytes: new Uint8Array(memory.buffer), words: new Uint32Array(memory.buffer) });
      },
    };
  } catch {
    wasmModule = null;
    return null;
  }
}
