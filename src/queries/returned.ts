import type { Carried, Item } from "../timeline/carried.js";
import { type Cluster, clusters } from "../timeline/clusters.js";
import { keyOf, type Relation, relationTo, type SeenText } from "../timeline/copies.js";
import type { Attachment, Event, Hook } from "../timeline/event.js";
import { type History, newHistory } from "../timeline/history.js";
import type { Timeline } from "../timeline/timeline.js";
import { conflicts } from "./conflicts.js";
import { type Phase, provenance, type Source } from "./provenance.js";
import { observed, type Row, rowOf } from "./row.js";
import { truncationMarker } from "./rules.js";

/** One thing that came back after a boundary. */
export interface ReturnedRow extends Row {
  /** Ordinal of the boundary in its chain. */
  boundary: number;
  chain: string;
  /** Place in the order in which things came back, from 1. */
  position: number;
  item: Item;
  /** Path, skill name, `Event:matcher` of a hook, uuid of a kept message, or the carrier's name. */
  name: string | null;
  source: Source;
  /** Record that brought it, such as `attachment/file`; `preservedMessages` for a kept message. */
  carrier: string;
  /** In the boundary's own cluster, or with the first turn after it. */
  phase: Phase;
  /** Characters (UTF-16 units) that reached the model; null where the record holds no one text. */
  chars: number | null;
  /** Characters there were at the source: a hook's stdout, a skill's body at invocation. */
  sourceChars: number | null;
  /** To the latest earlier copy of the same thing: `none` where there is no text to compare. */
  relation: Relation["relation"];
  /** True where a write to that path, or a later invocation, is recorded between that copy and now; null without an earlier copy. */
  changedSince: boolean | null;
  /** Source of another text for the same thing that stands in the context too, as `conflicts` finds them; null where none was found. */
  conflictsWith: Source | null;
}

/**
 * Lists what came back after each boundary of a session, in order, each thing with its source and the lines that prove it.
 *
 * Known gaps: before 2.1.91 no attachments are written, so only the summary (and that hooks ran) can be seen; root
 * instructions leave no trace before 2.1.253; PreCompact and PostCompact hooks leave none in any version.
 *
 * @example
 * const skills = returned(timeline).filter((row) => row.item === "skill");
 * skills.map((row) => [row.boundary, row.name, row.source]); // => [[1, "deploy", "invocation"], [2, "deploy", "invocation"]]
 */
export function returned(timeline: Timeline): ReturnedRow[] {
  const rows = returnedThings(timeline);
  markConflicts(timeline, rows);
  return rows;
}

/** The rows of `returned` before anything is said of conflicts: for queries that need the sources only. */
export function returnedThings(timeline: Timeline): ReturnedRow[] {
  const history = newHistory();
  const phaseOf = new Map<Event, { cluster: Cluster; phase: Phase }>();
  const all = clusters(timeline);
  for (const cluster of all) {
    for (const event of cluster.rows) phaseOf.set(event, { cluster, phase: "boundary" });
    for (const event of cluster.nextPrompt) phaseOf.set(event, { cluster, phase: "next-prompt" });
  }
  const carriedRows = new Map<Cluster, ReturnedRow[]>();
  for (const event of all.length === 0 ? [] : timeline.events) {
    const place = phaseOf.get(event);
    const stored = new Map<string, SeenText>();
    if (place !== undefined && (event.kind === "attachment" || event.kind === "hook")) {
      const rows = carriedRows.get(place.cluster) ?? [];
      for (const carried of thingsOf(event)) {
        const { row, key, copy } = carriedRow(timeline, event, carried, place, history);
        rows.push(row);
        if (key !== null && copy !== null && (row.source === "held" || row.source === "invocation"))
          stored.set(key, copy);
      }
      carriedRows.set(place.cluster, rows);
    }
    history.add(event, stored);
  }
  return all.flatMap((cluster) => {
    const own = [...openingRows(timeline, cluster), ...(carriedRows.get(cluster) ?? [])];
    own.forEach((row, at) => {
      row.position = at + 1;
    });
    return own;
  });
}

/** Names for each side of a conflict the source of the other. */
function markConflicts(timeline: Timeline, rows: ReturnedRow[]): void {
  const found = conflicts(timeline);
  if (found.length === 0) return;
  const byLine = new Map<string, ReturnedRow[]>();
  for (const row of rows) {
    const key = `${row.chain} ${row.boundary} ${row.evidence[0]?.line}`;
    const list = byLine.get(key);
    if (list === undefined) byLine.set(key, [row]);
    else list.push(row);
  }
  for (const { boundary, chain, name, older, newer } of found)
    for (const [side, other] of [
      [older, newer],
      [newer, older],
    ] as const)
      for (const row of byLine.get(`${chain} ${boundary} ${side.line}`) ?? [])
        if (row.name === name || row.item === "summary") row.conflictsWith ??= other.source;
}

/** The summary and the kept messages: a rewind that keeps the head has them before the summary. */
function openingRows(timeline: Timeline, cluster: Cluster): ReturnedRow[] {
  const { boundary, summary, kept } = cluster;
  const common = {
    boundary: boundary.ordinal,
    chain: boundary.chain,
    position: 0,
    phase: "boundary" as const,
    changedSince: null,
    conflictsWith: null,
  };
  const rows: ReturnedRow[] = [];
  const messages = new Map<string | null, Event[]>();
  for (const event of kept) {
    const known = messages.get(event.place.uuid);
    if (known === undefined) messages.set(event.place.uuid, [event]);
    else known.push(event);
  }
  for (const events of messages.values()) {
    const event = events[0] as Event;
    const chars = charsOf(events);
    rows.push({
      ...common,
      item: "preserved",
      name: event.place.uuid,
      source: "preserved",
      carrier: boundary.kept?.listed === true ? "preservedMessages" : "preservedSegment",
      chars,
      sourceChars: chars,
      relation: "equal",
      ...rowOf(timeline, event, observed, boundary),
    });
  }
  if (summary === null) return rows;
  const summaryRow: ReturnedRow = {
    ...common,
    item: "summary",
    name: null,
    source: "summary",
    carrier: "user/compactSummary",
    chars: summary.text.length,
    sourceChars: summary.text.length,
    relation: "new",
    ...rowOf(timeline, summary, observed, boundary),
  };
  const headKept = boundary.kept !== null && boundary.kept.anchor === boundary.place.uuid;
  return headKept ? [...rows, summaryRow] : [summaryRow, ...rows];
}

/** What a record brought; a hook's progress record (before 2.1.82) shows a run whose delivered text is not recorded. */
function thingsOf(event: Attachment | Hook): Carried[] {
  if (event.kind === "hook" && event.carrier === "hook_progress")
    return [{ item: "hook", name: event.name, text: null, chars: null, sourceChars: null }];
  return event.carried;
}

function carriedRow(
  timeline: Timeline,
  event: Attachment | Hook,
  carried: Carried,
  place: { cluster: Cluster; phase: Phase },
  history: History,
): { row: ReturnedRow; key: string | null; copy: SeenText | null } {
  const key = keyOf(carried, event);
  const copies = history.copies(event.chain, key);
  const relation = relationTo(copies, carried.text, truncationMarker.value);
  const { source, judgement } = provenance(event, carried, place.phase, relation, copies);
  const copy = relation.copy;
  const row: ReturnedRow = {
    boundary: place.cluster.boundary.ordinal,
    chain: event.chain,
    position: 0,
    item: carried.item,
    name: carried.name,
    source,
    carrier: event.carrier === "hook_progress" ? "progress/hook_progress" : `attachment/${event.carrier}`,
    phase: place.phase,
    chars: carried.chars,
    sourceChars: carried.item === "skill" && copy !== null ? copy.chars : carried.sourceChars,
    relation: relation.relation,
    changedSince: copy === null || key === null ? null : history.changedSince(event.chain, key, copy),
    conflictsWith: null,
    ...rowOf(timeline, event, judgement, ...(copy === null ? [] : [copy.event])),
  };
  return { row, key, copy };
}

function charsOf(events: Event[]): number | null {
  let chars: number | null = null;
  for (const event of events) {
    const length =
      event.kind === "tool-result"
        ? event.text.chars
        : event.kind === "tool-call"
          ? event.input.chars
          : "text" in event
            ? (event.text?.length ?? null)
            : null;
    if (length !== null) chars = (chars ?? 0) + length;
  }
  return chars;
}
