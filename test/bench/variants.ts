import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import jsonlParser from "stream-json/jsonl/parser.js";
import { library, loadSchemas } from "./built.js";

const { boundaries, fileSource, openTimeline, readEntries, returned, usage } = library;

/** What a variant found, to show that all did the same work; null where it does not look for it. */
export interface Found {
  entries: number;
  boundaries: number | null;
  outputTokens: number | null;
}

type Variant = (files: string[]) => Promise<Found>;

interface Entry {
  type?: unknown;
  subtype?: unknown;
  message?: { usage?: { output_tokens?: unknown } };
}

const boundarySubtypes = ["compact_boundary", "microcompact_boundary"];

const outputOf = (entry: unknown): number => {
  const tokens = (entry as Entry | null)?.message?.usage?.output_tokens;
  return typeof tokens === "number" ? tokens : 0;
};

/** Counts entries, the boundaries among them, and the output tokens on their lines. */
function counter() {
  const found = { entries: 0, boundaries: 0, outputTokens: 0 };
  return {
    found,
    add(entry: unknown): void {
      found.entries += 1;
      found.outputTokens += outputOf(entry);
      const { type, subtype } = (entry ?? {}) as Entry;
      if (type === "system" && boundarySubtypes.includes(subtype as string)) found.boundaries += 1;
    },
  };
}

const bareParse: Variant = async (files) => {
  const { found, add } = counter();
  for (const file of files) {
    const bytes = readFileSync(file);
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(10, start);
      const end = newline < 0 ? bytes.length : newline;
      try {
        if (end > start) add(JSON.parse(bytes.toString("utf8", start, end)));
      } catch {}
      start = end + 1;
    }
  }
  return found;
};

const readlineAndZod: Variant = async (files) => {
  const { found, add } = counter();
  const { checkEntry } = await loadSchemas();
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      try {
        const entry = JSON.parse(line) as Record<string, unknown>;
        checkEntry(entry);
        add(entry);
      } catch {}
    }
  }
  return found;
};

const streamJson: Variant = async (files) => {
  const { found, add } = counter();
  for (const file of files) {
    const lines = createReadStream(file).pipe(jsonlParser.asStream({ errorIndicator: null }));
    for await (const { value } of lines as AsyncIterable<{ value: unknown }>) if (value !== null) add(value);
  }
  return found;
};

const entries =
  (bodies: "whole" | "lazy", validate?: "never"): Variant =>
  async (files) => {
    const { found, add } = counter();
    for (const file of files)
      for await (const batch of readEntries(fileSource(file), { bodies, validate }))
        for (const { entry } of batch.entries) add(entry);
    return found;
  };

const boundaryRecords: Variant = async (files) => {
  const { found, add } = counter();
  const kinds = boundarySubtypes.map((subtype) => `system/${subtype}`);
  for (const file of files)
    for await (const batch of readEntries(fileSource(file), { kinds }))
      for (const { entry } of batch.entries) add(entry);
  return { ...found, outputTokens: null };
};

const timeline =
  (ask: (file: Awaited<ReturnType<typeof openTimeline>>) => unknown, validate?: "always"): Variant =>
  async (files) => {
    const found = { entries: 0, boundaries: null, outputTokens: null };
    for (const file of files) {
      const session = await openTimeline(file, { subagents: false, validate });
      ask(session);
      for (const one of session.files) found.entries += one.entries;
    }
    return found;
  };

/** Name, and what runs under it; the first one is the base of the ratios. */
export const variants: Record<string, Variant> = {
  "JSON.parse per line": bareParse,
  "readline + zod": readlineAndZod,
  "stream-json JSONL reader": streamJson,
  "entries, whole": entries("whole"),
  "entries, lazy bodies": entries("lazy"),
  "entries, lazy bodies, not checked": entries("lazy", "never"),
  "records of boundaries": boundaryRecords,
  timeline: timeline(() => undefined),
  "timeline, zod on every entry": timeline(() => undefined, "always"),
  "timeline and first answers": timeline((session) => [boundaries(session), returned(session), usage(session)]),
};
