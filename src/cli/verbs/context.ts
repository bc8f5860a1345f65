import { isValid } from "date-fns/isValid";
import { parseISO } from "date-fns/parseISO";
import { type ContextRow, context, type Point } from "../../queries/context.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { contextColumns } from "../../show/columns/context.js";
import type { Timeline } from "../../timeline/timeline.js";
import { wholeNumber } from "../option.js";
import { verbOf } from "../verb.js";

interface Given {
  line?: number;
  at?: number;
  full?: boolean;
  chain?: string;
}

export const contextVerb = verbOf<ContextRow, Given>({
  name: "context",
  question: "What did the model have in context at a point of the session, and where did each text come from?",
  example: "tidemark context session.jsonl --line 120",
  next: ["tidemark change session.jsonl", "what each compaction changed in it, in tokens"],
  options: {
    line: {
      placeholder: "<number>",
      help: "the point: up to this line (default: the end)",
      parse: wholeNumber,
      not: "at",
    },
    at: {
      placeholder: "<time>",
      help: "the point: up to this time, such as 2026-09-30T10:00:39Z",
      parse: isoTime,
    },
    full: { help: "from the start, as if nothing had been compacted" },
    chain: { placeholder: "<name>", help: "the chain to ask: main, or the id of a subagent" },
  },
  query: (timeline, given, file) => {
    const point = pointOf(timeline, given, file);
    return point === null
      ? []
      : context(timeline, point, { history: given.full ? "full" : "effective", chain: given.chain });
  },
  columns: contextColumns,
  none: "nothing stood in context there",
});

function isoTime(text: string): number {
  const time = parseISO(text);
  if (!isValid(time)) throw new RangeError("Give a time in ISO 8601, such as 2026-09-30T10:00:39Z.");
  return time.getTime();
}

/** The point that was asked for: undefined for the end, null for one before the first line. */
function pointOf(timeline: Timeline, { line, at, chain }: Given, path: string): Point | undefined | null {
  const known = timeline.chains.map((one) => one.chain);
  if (chain !== undefined && !known.includes(chain))
    throw new TranscriptError("wrong-option", `${path}: no chain ${chain}; give one of ${known.join(", ")}`);
  const events = timeline.events.filter((event) => event.chain === (chain ?? "main"));
  const file = events[0]?.place.file;
  if (line !== undefined) {
    const lines = linesIn(timeline, file);
    if (line > lines)
      throw new TranscriptError("wrong-option", `${path}: has no line ${line}; give --line from 1 to ${lines}`);
    return { line, file };
  }
  if (at === undefined) return undefined;
  // By order, not by time: kept messages can stand after the boundary with the stamps of before.
  const later = events.findIndex((event) => event.at !== null && event.at > at);
  const last = later === -1 ? events.at(-1) : events[later - 1];
  return last === undefined ? null : { line: last.place.line, file };
}

function linesIn(timeline: Timeline, file: string | undefined): number {
  const found = timeline.files.find(({ name }) => name === (file ?? null));
  return Object.values(found?.lines ?? {}).reduce((sum, lines) => sum + lines, 0);
}
