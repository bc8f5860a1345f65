import { readEntries } from "../read/entries.js";
import { reopenable, type Source } from "../read/source.js";
import type { Event } from "./event.js";
import { fileTextOf } from "./file-copy.js";
import { building } from "./read-timeline.js";

/** One line of a transcript, read once more for what a timeline does not keep. */
export interface WholeLine {
  /** As it is written, or its beginning where it is longer than was asked for. */
  text: string;
  /** Its length in bytes; null where its end was not looked for. */
  bytes: number | null;
  /** The events of it by themselves, with whole payloads: chain, segment and what else rests on other lines is not theirs. */
  events: Event[];
  /** The text of the file that a tool read or wrote there; null for any other line. */
  file: string | null;
}

const newline = 0x0a;

/**
 * Reads a line of a source that can be opened at any byte; null where it ends before that line. `from` is a place before
 * the line, from which its newlines are counted; of a line longer than `mostBytes` only the beginning is given.
 */
export async function readLine(
  source: Source,
  line: number,
  from: { line: number; offset: number },
  mostBytes: number,
): Promise<WholeLine | null> {
  const opened = reopenable(source);
  if (opened === null) return null;
  const held: Uint8Array[] = [];
  let [at, length, ended] = [from.line, 0, false];
  reading: for await (const chunk of opened.open(from.offset)) {
    let start = 0;
    while (at < line) {
      const next = chunk.indexOf(newline, start);
      if (next < 0) continue reading;
      at++;
      start = next + 1;
    }
    const end = chunk.indexOf(newline, start);
    const part = chunk.slice(start, end < 0 ? undefined : end).subarray(0, mostBytes - length);
    held.push(part);
    length += part.length;
    ended = end >= 0;
    if (ended || length >= mostBytes) break;
  }
  if (at < line || (length === 0 && !ended)) return null;
  const whole = ended || length < mostBytes;
  const text = new TextDecoder().decode(await new Blob(held as BlobPart[]).arrayBuffer());
  return { text, bytes: whole ? length : null, ...(whole ? await decoded(text) : { events: [], file: null }) };
}

async function decoded(text: string): Promise<Pick<WholeLine, "events" | "file">> {
  const { builder, read } = building({ payload: "full" });
  builder.file(null, "main");
  let file: string | null = null;
  for await (const batch of readEntries([text], read)) {
    for (const { entry } of batch.entries) file ??= fileTextOf(entry.toolUseResult);
    builder.add(batch);
  }
  return { events: builder.finish().events, file };
}
