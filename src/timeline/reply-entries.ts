import { createEntryCollector } from "../read/collect-entries.js";
import { startCursor } from "../read/cursor.js";
import { readEntries } from "../read/entries.js";
import type { ReadEntry } from "../read/entry-batch.js";
import type { Piece } from "../read/lines.js";
import type { Source } from "../read/source.js";

const asked = { kinds: ["assistant"], validate: "never" } as const;

/** Hands each assistant entry of a source over, whatever the source is like. */
export async function eachReplyEntry(
  source: Source,
  file: string | undefined,
  use: (read: ReadEntry) => void,
  signal?: AbortSignal,
): Promise<void> {
  for await (const { entries } of readEntries(source, { ...asked, bodies: "lazy", file, signal })) entries.forEach(use);
}

/** The assistant entries of one line, in whatever way they stand on it. */
export function replyEntriesOn(line: Piece, file: string | undefined): ReadEntry[] {
  const collector = createEntryCollector({ ...asked, file });
  collector.take(line);
  return collector.batch(startCursor).entries;
}
