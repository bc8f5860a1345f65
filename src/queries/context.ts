import { checkCount, checkTimeline, checkWord } from "../read/wrong-use.js";
import { alternativesIn } from "../timeline/alternatives.js";
import { type Cluster, clusters, isCompaction } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import { observed, type Row, rowOf } from "./row.js";
import { type EventText, type SentText, sentTexts, type TextSource } from "./sent-texts.js";

/** One text that stood in the context. */
export interface ContextRow extends Row {
  /** `main`, or the id of a subagent. */
  chain: string;
  /** Place in the order, from 1. */
  position: number;
  /** Kind of the event (`prompt`, `reply`, `tool-result`, `summary`, …) or what was carried (`file`, `skill`, `instructions`, …). */
  kind: EventText["kind"];
  /** Path, skill, tool, `Event:matcher`; null for what has no name. */
  name: string | null;
  /** As in `returned`; for what was said, the kind of record that says it. */
  source: TextSource;
  /** Record that holds it, such as `attachment/instructions`. */
  carrier: string;
  /** Characters (UTF-16 units) of the whole text; null where the record holds no one text. */
  chars: number | null;
  /** Line of the record. */
  line: number;
}

/** A point of a transcript: what stands up to and including its line. */
export interface Point {
  line: number;
  /** Needed where the session has several files. */
  file?: string;
}

/** At which point `context` looks, and how. */
export interface ContextOptions {
  /** `effective` (default): since the last boundary, with what it kept. `full`: from the start, as if nothing had been compacted. */
  history?: "effective" | "full";
  /** Default: the chain of the point, else `main`. */
  chain?: string;
}

/**
 * Answers what the model had in context at a point (default: the end), in order, each text with its source.
 *
 * Branches that were left before the point are not in it; `branches` lists them. Before the first boundary it is the whole
 * beginning.
 *
 * Known gaps: the system prompt and tool definitions are not counted, nor is thinking; a text that a microcompaction or
 * the API cleared still stands here; before 2.1.91 the transcript does not hold what was attached.
 *
 * @example
 * context(timeline).slice(0, 2).map((row) => `${row.kind} from ${row.source}`); // => ["summary from summary", "reply from preserved"]
 */
export function context(
  timeline: Timeline,
  point?: Point,
  { history = "effective", chain }: ContextOptions = {},
): ContextRow[] {
  checkTimeline(timeline);
  checkWord("history", history, ["effective", "full"]);
  if (point !== undefined) checkCount("point.line", point.line, 0);
  const upTo = lastBefore(timeline, point);
  const of = chain ?? (point === undefined ? "main" : (timeline.events[upTo]?.chain ?? "main"));
  const events = upToLast(timeline, of, upTo);
  const { abandoned } = alternativesIn(events);
  const start = history === "full" ? -1 : events.findLastIndex(isCompaction);
  const cut = start < 0 ? undefined : clusters(wholeOf(timeline)).find(({ boundary }) => boundary === events[start]);
  const there = new Set(events);
  const opened = new Set(cut === undefined ? [] : opening(cut).filter((event) => there.has(event)));
  const kept = new Set(cut?.kept);
  const rows: ContextRow[] = [];
  const add = (event: Event, keptBy: Cluster | undefined): void => {
    for (const sent of sentTexts(timeline, event)) rows.push(contextRow(timeline, sent, rows.length + 1, keptBy));
  };
  for (const event of opened)
    if (kept.has(event)) add(event, cut);
    else if (!abandoned(event)) add(event, undefined);
  for (const event of cut === undefined ? events : events.slice(start + 1))
    if (!opened.has(event) && !abandoned(event)) add(event, undefined);
  return rows;
}

/** The events of a chain up to the last one that stands in the timeline up to an index, with those it was narrowed from. */
function upToLast(timeline: Timeline, chain: string, upTo: number): Event[] {
  const own = timeline.events.slice(0, upTo + 1).filter((event) => event.chain === chain);
  const { events } = wholeOf(timeline);
  const last = own[own.length - 1];
  if (events === timeline.events || last === undefined) return own;
  return events.slice(0, events.indexOf(last) + 1).filter((event) => event.chain === chain);
}

function contextRow(timeline: Timeline, sent: SentText, position: number, keptBy: Cluster | undefined): ContextRow {
  const { event, source, judgement } = sent;
  const { kind, name, carrier, chars } = sent.text;
  const common =
    keptBy === undefined ? rowOf(timeline, event, judgement) : rowOf(timeline, event, observed, keptBy.boundary);
  return {
    chain: event.chain,
    position,
    kind,
    name,
    source: keptBy === undefined ? source : "preserved",
    carrier:
      keptBy === undefined ? carrier : keptBy.boundary.kept?.listed === true ? "preservedMessages" : "preservedSegment",
    chars,
    line: event.place.line,
    ...common,
  };
}

/** Summary and kept messages, these in the order of the record; a rewind that keeps the head has them first. */
function opening({ boundary, summary, kept }: Cluster): Event[] {
  const order = new Map(boundary.kept?.uuids.map((uuid, at) => [uuid, at]));
  const placeOf = (event: Event): number => order.get(event.place.uuid ?? "") ?? order.size;
  const messages = [...kept].sort((a, b) => placeOf(a) - placeOf(b));
  const headKept =
    boundary.kept !== null && boundary.kept.anchor !== null && boundary.kept.anchor === boundary.place.uuid;
  const own = summary === null ? [] : [summary];
  return headKept ? [...messages, ...own] : [...own, ...messages];
}

/** Index of the last event at or before the point. */
function lastBefore(timeline: Timeline, point: Point | undefined): number {
  if (point === undefined) return timeline.events.length - 1;
  const file = point.file ?? timeline.events[0]?.place.file;
  return timeline.events.findLastIndex((event) => event.place.file === file && event.place.line <= point.line);
}
