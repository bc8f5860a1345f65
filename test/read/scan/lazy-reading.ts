import fc from "fast-check";
import { readWith } from "../../../src/read/entries.js";
import type { Cuts, EntryBatch, ReadEntry, ReadOptions } from "../../../src/read/entry-batch.js";
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

export const pad = "p".repeat(700);

/** A tool result with this as its text, its quotes and escapes spelled here. */
export function resultLine(...spelled: string[]): string {
  const texts = spelled.map((text) => `"${text}"`).join(",");
  return `{"type":"user","timestamp":"t","uuid":"u","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":[${texts}]}]},"toolUseResult":"${pad}"}`;
}

export async function firstEntry(
  scanning: Scannings,
  source: Uint8Array | string,
  use: (read: ReadEntry) => void,
  longest = 256,
): Promise<void> {
  const batch = await readWith(scanning, longest, source, { bodies: "lazy" }).next();
  use((batch.value as EntryBatch).entries[0] as ReadEntry);
}

/** The texts of the tool result of an entry, as they stand in it. */
export function textsOf({ raw }: ReadEntry): string[] {
  const { content } = raw.message as { content: { content: string[] }[] };
  return content[0]?.content ?? [];
}

/** Escapes, quotes and characters of several bytes wherever a block of the scanner may end. */
export const mixedText = fc
  .array(fc.constantFrom("a", "bcdefgh", "\\\\", '\\"', "\\n", "\\u00e9", "\\ud83d", "é", "🙂", "{", ":", ","), {
    minLength: 400,
    maxLength: 900,
  })
  .map((units) => units.join(""));

/** The same of any length, and at times not JSON: backslashes stand before whatever comes. */
export const escapedText = fc
  .array(fc.constantFrom("a", "bcdefgh", "\\\\", '\\"', "\\", "\\é", "\\🙂", "\\\u2028", "\\u00e", "é", "🙂"), {
    maxLength: 12,
  })
  .map((units) => units.join(""));

/** A short line with this as a value and as a name, spelled here. */
export const shortLine = (spelled: string): string =>
  `{"type":"user","timestamp":"t","uuid":"u","message":{"role":"user","content":"${spelled}"},"${spelled}":1}`;
