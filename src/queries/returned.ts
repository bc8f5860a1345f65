import type { Item } from "../timeline/carried.js";
import { type Cluster, clusters } from "../timeline/clusters.js";
import type { Relation } from "../timeline/copies.js";
import type { Event, Hook } from "../timeline/event.js";
import { grouped } from "../timeline/grouped.js";
import type { Timeline } from "../timeline/timeline.js";
import { type CarriedThing, type CarriedThings, carriedThings } from "./carried-things.js";
import { conflicts } from "./conflicts.js";
import type { Phase, Source } from "./provenance.js";
import { observed, type Row, rowOf, unknown } from "./row.js";
import { textsOf } from "./sent-texts.js";

/** One thing that came back after a boundary. */
export interface ReturnedRow extends Row {
  /** Ordinal of the boundary in its chain. */
  boundary: number;
  /** `"main"` or the id of a subagent. */
  chain: string;
  /** Place in the order in which things came back, from 1. */
  position: number;
  /** Kind of thing. */
  item: Item;
  /** Path, skill name, `Event:matcher` of a hook, uuid of a kept message, or the carrier's name. */
  name: string | null;
  /** Where its text came from. */
  source: Source;
  /** Record that brought it, such as `attachment/file`; `preservedMessages` for a kept message. */
  carrier: string;
  /** In the boundary's own cluster, or with the first turn after it. */
  phase: Phase;
  /** Characters (UTF-16 units) that reached the model; null where the record holds no one text. */
  chars: number | null;
  /** Characters there were at the source: a hook's stdout but for white space left out at its end, a skill's body at invocation. */
  sourceChars: number | null;
  /** To the latest earlier copy of the same thing: `none` where there is no text to compare. */
  relation: Relation["relation"];
  /**
   * True where a write to that path, or a later invocation that sent its text, is recorded since the text of that copy was fresh:
   * a copy that a boundary repeated is as old as what it repeats. Null without an earlier copy.
   */
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
  const rows = [...returnedAt(timeline).values()].flat();
  markConflicts(timeline, rows);
  return rows;
}

/** The rows of `returned` by boundary, before anything is said of conflicts: for queries that need the sources only. */
export function returnedAt(timeline: Timeline): Map<Cluster, ReturnedRow[]> {
  const things = carriedThings(timeline);
  return new Map(clusters(timeline).map((cluster) => [cluster, rowsAt(timeline, cluster, things)]));
}

function rowsAt(timeline: Timeline, cluster: Cluster, things: CarriedThings): ReturnedRow[] {
  const rows = openingRows(timeline, cluster);
  for (const [phase, events] of [
    ["boundary", cluster.rows],
    ["next-prompt", cluster.nextPrompt],
  ] as const)
    for (const event of events)
      if (event.kind === "hook" && event.carrier === "hook_progress")
        rows.push(startedRow(timeline, event, cluster, phase));
      else if (event.kind === "attachment" || event.kind === "hook")
        for (const thing of things.of(event)) rows.push(carriedRow(timeline, thing, cluster, phase));
  rows.forEach((row, at) => {
    row.position = at + 1;
  });
  return rows;
}

/** Names for each side of a conflict the source of the other. */
function markConflicts(timeline: Timeline, rows: ReturnedRow[]): void {
  const found = conflicts(timeline);
  if (found.length === 0) return;
  const keyOf = (...key: [chain: string, boundary: number, line: number | undefined]): string => JSON.stringify(key);
  const byLine = grouped(rows, ({ chain, boundary, evidence }) => keyOf(chain, boundary, evidence[0]?.line));
  for (const { boundary, chain, name, older, newer } of found)
    for (const [side, other] of [
      [older, newer],
      [newer, older],
    ] as const)
      for (const row of byLine.get(keyOf(chain, boundary, side.line)) ?? [])
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
  for (const events of grouped(kept, ({ place }) => place.uuid).values()) {
    const event = events[0] as Event;
    const chars = charsOf(events);
    rows.push({
      item: "preserved",
      name: event.place.uuid,
      source: "preserved",
      carrier: boundary.kept?.listed === true ? "preservedMessages" : "preservedSegment",
      chars,
      sourceChars: chars,
      relation: chars === null ? "none" : "equal",
      ...common,
      ...rowOf(timeline, event, observed, boundary),
    });
  }
  if (summary === null) return rows;
  const summaryRow: ReturnedRow = {
    item: "summary",
    name: null,
    source: "summary",
    carrier: "user/compactSummary",
    chars: summary.text.length,
    sourceChars: summary.text.length,
    relation: "new",
    ...common,
    ...rowOf(timeline, summary, observed, boundary),
  };
  const headKept = boundary.kept !== null && boundary.kept.anchor === boundary.place.uuid;
  return headKept ? [...rows, summaryRow] : [summaryRow, ...rows];
}

/** A hook's progress record (before 2.1.82) shows a run whose delivered text is not recorded. */
function startedRow(timeline: Timeline, event: Hook, { boundary }: Cluster, phase: Phase): ReturnedRow {
  return {
    boundary: boundary.ordinal,
    chain: event.chain,
    position: 0,
    item: "hook",
    name: event.name,
    source: "hook",
    carrier: "progress/hook_progress",
    phase,
    chars: null,
    sourceChars: null,
    relation: "none",
    changedSince: null,
    conflictsWith: null,
    ...rowOf(timeline, event, unknown("The hook ran; this version does not record what it delivered.")),
  };
}

function carriedRow(timeline: Timeline, thing: CarriedThing, { boundary }: Cluster, phase: Phase): ReturnedRow {
  const { event, carried, relation, source, judgement, changedSince, change } = thing;
  const { copy } = relation;
  return {
    boundary: boundary.ordinal,
    chain: event.chain,
    position: 0,
    item: carried.item,
    name: carried.name,
    source,
    carrier: `attachment/${event.carrier}`,
    phase,
    chars: carried.chars,
    sourceChars: carried.item === "skill" && copy !== null ? copy.chars : carried.sourceChars,
    relation: relation.relation,
    changedSince,
    conflictsWith: null,
    ...rowOf(timeline, event, judgement, ...[copy?.event, change].filter((one) => one !== null && one !== undefined)),
  };
}

/** Characters of the texts that events put before the model; null where none did. */
function charsOf(events: Event[]): number | null {
  const lengths = events.flatMap(textsOf).flatMap(({ chars }) => chars ?? []);
  return lengths.length === 0 ? null : lengths.reduce((sum, chars) => sum + chars, 0);
}
