import { readEntries } from "../read/entries.js";
import type { ReadOptions } from "../read/entry-batch.js";
import type { Source } from "../read/source.js";
import { checkWord } from "../read/wrong-use.js";
import { type TimelineBuilder, timelineBuilder } from "./builder.js";
import { tellsAwait } from "./forgotten-await.js";
import type { Timeline } from "./timeline.js";

export interface TimelineOptions extends Omit<ReadOptions, "cursor" | "file" | "kinds"> {
  /** Id of the session, such as the file's name says; default: the one on most rows. */
  sessionId?: string;
  /** `"head"` (default) keeps the first 500 characters of long tool inputs and results, `"full"` keeps all. */
  payload?: "head" | "full";
}

/** One file of a session: its content, its name in places, and the chain of its rows that name no agent. */
export interface SessionPart {
  source: Source;
  name: string | null;
  chain: string;
}

const headChars = 500;

/**
 * Reads one transcript into a typed timeline; bad data becomes issues, nothing in it throws.
 *
 * What carries context (prompts, replies, summaries, attachments, skill bodies, hook output) is kept whole; long tool
 * inputs and results are kept as head and length. Throws a `TranscriptError` for wrong use, or with `onIssue: "throw"`.
 *
 * @example
 * const timeline = await readTimeline(text);
 * timeline.versions; // => ["2.1.285"]
 */
export function readTimeline(source: Source, options: TimelineOptions = {}): Promise<Timeline> {
  return tellsAwait(readSession([{ source, name: null, chain: "main" }], options));
}

/** Reads the files of one session, the main file first, into one timeline. */
export async function readSession(parts: Iterable<SessionPart>, options: TimelineOptions = {}): Promise<Timeline> {
  const { builder, read } = building(options);
  for (const { source, name, chain } of parts) {
    builder.file(name, chain);
    for await (const batch of readEntries(source, name === null ? read : { ...read, file: name })) builder.add(batch);
  }
  return builder.finish();
}

/** An empty timeline to fill, and how to read what is put into it. */
export function building(options: TimelineOptions): { builder: TimelineBuilder; read: ReadOptions } {
  const { sessionId, payload = "head", ...read } = options;
  checkWord("payload", payload, ["head", "full"]);
  const payloadChars = payload === "full" ? Number.POSITIVE_INFINITY : headChars;
  return {
    builder: timelineBuilder({ sessionId, payloadChars }),
    read: { bodies: payload === "full" ? "whole" : "lazy", ...read },
  };
}
