import { readEntries } from "../read/entries.js";
import type { ReadOptions, ReadProgress } from "../read/entry-batch.js";
import { type Source, sizeOf } from "../read/source.js";
import { takesTurns } from "../read/turns.js";
import { checkWord } from "../read/wrong-use.js";
import { type TimelineBuilder, timelineBuilder } from "./builder.js";
import { tellsAwait } from "./forgotten-await.js";
import type { Timeline } from "./timeline.js";

/** How a timeline is read. */
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
export async function readSession(parts: readonly SessionPart[], options: TimelineOptions = {}): Promise<Timeline> {
  const { builder, read } = building(options);
  const progressOf = await sharedProgress(parts, options.onProgress);
  for (const part of parts) {
    const { source, name, chain } = part;
    builder.file(name, chain);
    const own = { ...read, onProgress: progressOf(), ...(name === null ? {} : { file: name }) };
    for await (const batch of readEntries(source, own)) builder.add(batch);
  }
  return finished(builder, read.signal);
}

/** The timeline of a builder, worked out in steps between which other work has its turn. */
export async function finished(builder: TimelineBuilder, signal: AbortSignal | undefined): Promise<Timeline> {
  const turn = takesTurns();
  const steps = builder.steps();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await turn();
    signal?.throwIfAborted();
  }
}

/** Makes one progress of those of several files: each is asked for when its file is begun. */
async function sharedProgress(
  parts: readonly SessionPart[],
  tell: ReadOptions["onProgress"],
): Promise<() => ReadOptions["onProgress"]> {
  if (tell === undefined || parts.length === 1) return () => tell;
  const sizes = await Promise.all(parts.map(({ source }) => sizeOf(source)));
  const total = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  let [before, bytes] = [0, 0];
  return () => {
    before = bytes;
    return (progress: ReadProgress) => {
      bytes = before + progress.bytes;
      tell({ bytes, total });
    };
  };
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
