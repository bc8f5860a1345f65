import { clusters } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import type { TimelineOptions } from "../timeline/read-timeline.js";
import { readWatched } from "../timeline/read-watched.js";
import type { Timeline } from "../timeline/timeline.js";
import type { Place } from "../read/place.js";
import type { Source } from "../read/source.js";
import { TranscriptError } from "../read/transcript-error.js";
import { linearPattern } from "./linear-pattern.js";
import { observed, type Row, rowOf } from "./row.js";
import { type SentText, sentTexts, type TextSource, textsOf } from "./sent-texts.js";

/** One text before or after a boundary that holds a marker. */
export interface TraceRow extends Row {
  /** The literal, or the text that a pattern matched. */
  marker: string;
  /** Ordinal of the boundary in its chain; null in a chain without one. */
  boundary: number | null;
  chain: string;
  /** `before`: in the segment that the boundary ends. `after`: in the segment that it opens, or in a kept message. */
  side: "before" | "after";
  source: TextSource;
  /** Record that holds it, such as `attachment/instructions`; `preservedMessages` for a kept message. */
  carrier: string;
  /** Path, skill, tool, `Event:matcher`; null for what has no name. */
  name: string | null;
  line: number;
}

/** What is looked for: a literal, or a regular expression as such or as its source. */
export type Marker = string | RegExp | { pattern: string; flags?: string };

/**
 * Answers where each marker stands before and after each boundary, and from what source.
 *
 * A string is a literal. Patterns take the part of the syntax of JavaScript that has a linear match, so that none can hang:
 * no back references, no look-around, no repeat of what can be empty. Throws a `TranscriptError` for others.
 *
 * Known gaps: of a long tool payload a timeline holds the head only, unless it was read with `payload: "full"`
 * (`traceSource` sees all); thinking and the words that are put around an attachment are not searched.
 *
 * @example
 * trace(timeline, [/MK-[A-Z]+-\d{4}/]).map((row) => [row.marker, row.boundary, row.side, row.source]);
 * // [["MK-ROOT-4417", 1, "before", "disk"], ["MK-ROOT-4417", 1, "after", "summary"], …]
 */
export function trace(timeline: Timeline, markers: readonly Marker[]): TraceRow[] {
  const find = finderOf(markers);
  return traceRows(timeline, ({ text }) => (text === null ? [] : find(text)));
}

/**
 * The same answer over a source that is read now: tool payloads are searched whole and not kept, so memory grows with
 * the conversation, not with what tools printed.
 */
export async function traceSource(source: Source, markers: readonly Marker[], options: Omit<TimelineOptions, "payload"> = {}): Promise<TraceRow[]> {
  const find = finderOf(markers);
  const hits = new Map<Place, string[][]>();
  const timeline = await readWatched([{ source, name: null, chain: "main" }], options, (event) => {
    const found = textsOf(event).map(({ text }) => (text === null ? [] : find(text)));
    const before = hits.get(event.place) ?? [];
    if (before.length > 0 || found.some((one) => one.length > 0)) hits.set(event.place, [...before, ...found]);
    else if (found.length > 0) misses.set(event.place, (misses.get(event.place) ?? 0) + found.length);
  });
  return traceRows(timeline, ({ event }) => hits.get(event.place)?.shift() ?? []);
}

/** Of rows of `trace` those of a summary whose marker came back with nothing else; what was said or read since counts as new. */
export function onlyInSummary(rows: readonly TraceRow[]): TraceRow[] {
  const elsewhere = new Set(rows.filter((row) => row.side === "after" && row.source !== "summary" && !conversation.has(row.source)).map(keyOf));
  return rows.filter((row) => row.side === "after" && row.source === "summary" && !elsewhere.has(keyOf(row)));
}

const keyOf = ({ chain, boundary, marker }: TraceRow): string => `${chain}\n${boundary}\n${marker}`;
const conversation: ReadonlySet<TextSource> = new Set<TextSource>(["prompt", "reply", "tool-call", "tool-result", "command", "shell", "shell-output", "local-output", "notification"]);
