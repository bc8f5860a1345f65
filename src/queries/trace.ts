import type { Place } from "../read/place.js";
import type { Source } from "../read/source.js";
import { checkList, checkTimeline } from "../read/wrong-use.js";
import { clusters } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import { finderOf, type Marker } from "../timeline/markers.js";
import type { SessionPart, TimelineOptions } from "../timeline/read-timeline.js";
import { readWatched } from "../timeline/read-watched.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import { observed, type Row, rowOf } from "./row.js";
import { sentTexts, type TextSource, textsOf } from "./sent-texts.js";

/** One text before or after a boundary that holds a marker. */
export interface TraceRow extends Row {
  /** The literal, or the text that a pattern matched. */
  marker: string;
  /** Ordinal of the boundary in its chain; null in a chain without one. */
  boundary: number | null;
  /** `main`, or the id of a subagent. */
  chain: string;
  /** `before`: in the segment that the boundary ends. `after`: in the segment that it opens, or in a kept message. */
  side: "before" | "after";
  /** As in `returned`; for what was said, the kind of record that says it. */
  source: TextSource;
  /** Record that holds it, such as `attachment/instructions`; `preservedMessages` for a kept message. */
  carrier: string;
  /** Path, skill, tool, `Event:matcher`; null for what has no name. */
  name: string | null;
  /** Line of the record. */
  line: number;
}

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
 * const rows = trace(timeline, [/Round half \w+/]);
 * rows.map((row) => [row.boundary, row.side, row.source]); // => [[1, "after", "disk"], [2, "before", "disk"], [2, "after", "disk"]]
 */
export function trace(timeline: Timeline, markers: readonly Marker[]): TraceRow[] {
  checkTimeline(timeline);
  checkList(markers, "pass markers as [marker]");
  const find = finderOf(markers);
  const hits = new Map<Event, string[][]>();
  for (const event of timeline.events) {
    const found = textsOf(event).map(({ text }) => (text === null ? [] : find(text)));
    if (found.some((one) => one.length > 0)) hits.set(event, found);
  }
  return traceRows(timeline, hits);
}

/**
 * The same answer over a source that is read now: tool payloads are searched whole and not kept, so memory grows with
 * the conversation, not with what tools printed.
 *
 * Known gaps: thinking and the words that are put around an attachment are not searched.
 *
 * @example
 * const rows = await traceSource(text, ["Round half"]);
 * rows.map((row) => [row.boundary, row.side, row.source]); // => [[1, "after", "disk"], [2, "before", "disk"], [2, "after", "disk"]]
 */
export function traceSource(
  source: Source,
  markers: readonly Marker[],
  options: Omit<TimelineOptions, "payload"> = {},
): Promise<TraceRow[]> {
  return traceParts([{ source, name: null, chain: "main" }], markers, options);
}

/** The same over the files of one session. */
export async function traceParts(
  parts: Iterable<SessionPart>,
  markers: readonly Marker[],
  options: Omit<TimelineOptions, "payload"> = {},
): Promise<TraceRow[]> {
  const find = finderOf(markers);
  const found = new Map<Place, string[][]>();
  let open: { place: Place | null; found: string[][] } = { place: null, found: [] };
  const timeline = await readWatched(parts, options, (event) => {
    if (event.place !== open.place) open = { place: event.place, found: [] };
    for (const { text } of textsOf(event)) {
      const markersHere = text === null ? [] : find(text);
      open.found.push(markersHere);
      if (markersHere.length > 0) found.set(event.place, open.found);
    }
  });
  const hits = new Map<Event, string[][]>();
  for (const event of timeline.events) {
    const here = found.get(event.place);
    if (here !== undefined) hits.set(event, here.splice(0, textsOf(event).length));
  }
  return traceRows(timeline, hits);
}

/**
 * Of rows of `trace` those of a summary whose marker came back with nothing else; what was said or read since counts as new.
 *
 * Known gaps: what the summary says in other words is not found.
 *
 * @example
 * onlyInSummary(trace(timeline, ["Round half"])).map((row) => [row.boundary, row.marker]); // => []
 */
export function onlyInSummary(rows: readonly TraceRow[]): TraceRow[] {
  checkList(rows, "write onlyInSummary(trace(timeline, markers))");
  const elsewhere = new Set(
    rows.filter((row) => row.side === "after" && row.source !== "summary" && !conversation.has(row.source)).map(keyOf),
  );
  return rows.filter((row) => row.side === "after" && row.source === "summary" && !elsewhere.has(keyOf(row)));
}

const keyOf = ({ chain, boundary, marker }: TraceRow): string => JSON.stringify([chain, boundary, marker]);

/** Parts of the conversation: a text that a person or the model says again has not come back by itself. */
export const conversation: ReadonlySet<TextSource> = new Set<TextSource>([
  "prompt",
  "reply",
  "tool-call",
  "tool-result",
  "command",
  "shell",
  "shell-output",
  "local-output",
  "notification",
]);

/** One attachment after a boundary with the markers in the text that it put before the model. */
export interface CarrierMarkersRow extends Row {
  /** Ordinal of the boundary in its chain. */
  boundary: number;
  /** `main`, or the id of a subagent. */
  chain: string;
  /** Line of the attachment. */
  line: number;
  /** `attachment.type`. */
  carrier: string;
  /** Path as seen from the working directory for a file, `44 skills` for a listing, else null. */
  label: string | null;
  /** Distinct markers, sorted, with a blank between. */
  markers: string;
}

/**
 * Answers what each attachment after a boundary carried, those without a marker included: in file order, to its end.
 *
 * Known gaps: a record that put no text before the model has no row; of a hook's output what was delivered is searched.
 *
 * @example
 * const [first] = markersByCarrier(timeline, ["total"]);
 * [first.carrier, first.label, first.markers]; // => ["file", "test/cart.test.ts", "total"]
 */
export function markersByCarrier(timeline: Timeline, markers: readonly Marker[]): CarrierMarkersRow[] {
  const find = finderOf(markers);
  return timeline.events.flatMap((event) => {
    if ((event.kind !== "attachment" && event.kind !== "hook") || event.segment === 0 || !textsOf(event).length)
      return [];
    const found = new Set(textsOf(event).flatMap(({ text }) => (text === null ? [] : find(text))));
    const { carrier, chain, segment: boundary, place } = event;
    const row = {
      boundary,
      chain,
      line: place.line,
      carrier,
      label: labelOf(event),
      markers: [...found].sort().join(" "),
    };
    return [{ ...row, ...rowOf(timeline, event, observed) }];
  });
}

function labelOf(event: Event): string | null {
  if (event.kind !== "attachment") return null;
  const carried = event.carried[0];
  if (carried?.item === "skill-listing") return event.listing === null ? null : `${event.listing.names.length} skills`;
  if (carried?.item !== "file" && carried?.item !== "file-reference" && carried?.item !== "nested-memory") return null;
  const { name } = carried;
  const folder = event.cwd === null ? null : `${event.cwd.replace(/[\\/]$/, "")}/`;
  return name !== null && folder !== null && name.startsWith(folder) ? name.slice(folder.length) : name;
}

/** Rows from the markers in each text of the events that have any. */
function traceRows(timeline: Timeline, hits: ReadonlyMap<Event, string[][]>): TraceRow[] {
  const rows: TraceRow[] = [];
  const add = (
    event: Event,
    boundary: number | null,
    side: TraceRow["side"],
    kept: { carrier: string; by: Event } | null = null,
  ): void => {
    const found = hits.get(event);
    if (found === undefined) return;
    for (const [at, { text, source, judgement }] of sentTexts(timeline, event).entries())
      for (const marker of found[at] ?? [])
        rows.push({
          marker,
          boundary,
          chain: event.chain,
          side,
          source: kept === null ? source : "preserved",
          carrier: kept?.carrier ?? text.carrier,
          name: text.name,
          line: event.place.line,
          ...(kept === null ? rowOf(timeline, event, judgement) : rowOf(timeline, event, observed, kept.by)),
        });
  };
  const all = clusters(wholeOf(timeline));
  const cut = new Set(all.map(({ boundary }) => boundary.chain));
  for (const event of hits.keys()) if (!cut.has(event.chain)) add(event, null, "before");
  for (const { boundary, before, after, kept } of all) {
    const late = new Set(kept.filter((event) => event.segment === boundary.ordinal));
    for (const event of [...before, ...late]) add(event, boundary.ordinal, "before");
    const carrier = boundary.kept?.listed === true ? "preservedMessages" : "preservedSegment";
    for (const event of kept) add(event, boundary.ordinal, "after", { carrier, by: boundary });
    for (const event of after) if (!late.has(event)) add(event, boundary.ordinal, "after");
  }
  const chains = new Map(timeline.chains.map(({ chain }, at) => [chain, at]));
  const order = (row: TraceRow): number => chains.get(row.chain) ?? 0;
  return rows.sort(
    (a, b) =>
      order(a) - order(b) || (a.boundary ?? 0) - (b.boundary ?? 0) || sides[a.side] - sides[b.side] || a.line - b.line,
  );
}

const sides = { before: 0, after: 1 };
