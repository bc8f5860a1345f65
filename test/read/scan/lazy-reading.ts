import { readWith } from "../../../src/read/entries.js";
import type { Cuts, ReadEntry, ReadOptions } from "../../../src/read/entry-batch.js";
import { createScanning, openScriptScanner, openWasmScanner, type Scanner } from "../../../src/read/scan/scanner.js";
import type { Source } from "../../../src/read/source.js";
import { collect, type Reading } from "../read-all.js";

function wasmScanner(): Scanner {
  const scanner = openWasmScanner();
  if (scanner === null) throw new Error("WebAssembly with SIMD does not run here");
  return scanner;
}

/** Every scanner that runs here; WebAssembly is among them wherever tests run. */
export const scannings = [
  { name: "WebAssembly", scanning: createScanning(wasmScanner) },
  { name: "JavaScript", scanning: createScanning(openScriptScanner) },
];

export type Scannings = (typeof scannings)[number]["scanning"];

/** Reads with bodies cut, and puts every value back before the next batch comes. */
export async function readLazily(scanning: Scannings, longest: number, source: Source, options: ReadOptions = {}) {
  let cutEntries = 0;
  async function* resolved() {
    for await (const batch of readWith(scanning, longest, source, { ...options, bodies: "lazy" })) {
      for (const read of batch.entries) {
        if (read.cuts === undefined) continue;
        cutEntries += 1;
        resolve(read, read.cuts);
      }
      yield batch;
    }
  }
  const reading: Reading = await collect(resolved());
  return { reading, cutEntries };
}

function resolve(read: ReadEntry, cuts: Cuts): void {
  const lifted = read.entry !== read.raw;
  read.raw = withTexts(read.raw, cuts);
  read.entry = lifted ? withTexts(read.entry, cuts) : read.raw;
  delete read.cuts;
}

/** A copy with the texts in the place of their markers; goes as deep as tests go. */
function withTexts<Value>(value: Value, cuts: Cuts): Value {
  if (typeof value === "string") return cuts.text(value) as Value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, cuts)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    Object.defineProperty(copy, name, {
      value: withTexts(item, cuts),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy as Value;
}

/** Every string in a value, outermost first. */
export function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(strings);
}
