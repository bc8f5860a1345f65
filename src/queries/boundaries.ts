import { type Cluster, clusters, contextOf } from "../timeline/clusters.js";
import type { Boundary, Reply, Summary } from "../timeline/event.js";
import { eventsOf } from "../timeline/events-of.js";
import { grouped } from "../timeline/grouped.js";
import { runsOf } from "../timeline/runs.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { derived, type Judgement, observed, type Row, rowOf } from "./row.js";

/** One compaction boundary: what the record says of it, and the requests around it. */
export interface BoundaryRow extends Row {
  /** Ordinal among the compactions of its chain, from 1, by first occurrence of the uuid. */
  boundary: number;
  /** Uuid of the record. */
  uuid: string | null;
  /** A microcompaction clears old tool results; it does not cut the conversation. Written from 2.1.12 to 2.1.22 only. */
  kind: "compact" | "microcompact";
  /** `"main"` or the id of a subagent. */
  chain: string;
  /** Ordinal of the run (the process) that wrote it, as `runs` tells them apart; null in a subagent's file. */
  run: number | null;
  /** CLI version that wrote it. */
  cliVersion: string | null;
  /** `manual` or `auto`, as recorded. */
  trigger: string | null;
  /** `full`, or a rewind's partial compaction: `up-to` (the tail stays), `from-here` (the head stays). */
  mode: "full" | "up-to" | "from-here" | null;
  /** Tokens before, as recorded. */
  preTokens: number | null;
  /** Tokens after, as recorded (from 2.1.112). */
  postTokens: number | null;
  /** Milliseconds that the compaction took, as recorded. */
  durationMs: number | null;
  /** Tokens that this compaction dropped: `preTokens` less `postTokens`, or the step of the running total; of a microcompaction those that it says it saved. */
  droppedTokens: number | null;
  /** Running total of dropped tokens over the whole session, as recorded (from 2.1.215). */
  cumulativeDroppedTokens: number | null;
  /** True where the summary had been written ahead; null where the record does not say. */
  precomputed: boolean | null;
  /** Kept messages that are in the file; null where the record names none (before 2.1.158, or all was summarised). */
  preserved: number | null;
  /** Characters of the summary; null where there is none. */
  summaryChars: number | null;
  /** Tokens (input, cache read, cache write) of the nearest request of the chain before it; null where none was made since the boundary before. */
  lastRequestBefore: number | null;
  /** Tokens of the first new request of the chain after it. */
  firstRequestAfter: number | null;
  /** Where the entry lies that `logicalParentUuid` names. */
  logicalParent: "in-file" | "later-in-file" | "absent" | "none";
}

/**
 * Lists the compaction boundaries of a session, chain by chain in file order, microcompactions included.
 *
 * Known gaps: the `trigger` of an idle compaction is not documented; a process that left no sign is not counted in `run`.
 *
 * @example
 * boundaries(timeline).map((row) => [row.boundary, row.trigger, row.preTokens]); // => [[1, "auto", 167900], [2, "manual", 81000]]
 */
export function boundaries(timeline: Timeline): BoundaryRow[] {
  const order = new Map<string, number>();
  const whole = wholeOf(timeline);
  whole.events.forEach((event, at) => {
    if (event.place.uuid !== null && !order.has(event.place.uuid)) order.set(event.place.uuid, at);
  });
  const lastTotal = new Map<string, number>();
  const stands = standsIn(timeline);
  const rows = clusters(whole).flatMap((cluster) => {
    const row = compactRow(timeline, cluster, order, lastTotal);
    return stands(cluster.boundary) ? [row] : [];
  });
  const cleared = eventsOf(timeline, "boundary").filter(({ boundaryKind }) => boundaryKind === "microcompact");
  const requests = cleared.length === 0 ? [] : eventsOf(whole, "reply").filter((reply) => contextOf(reply) !== null);
  for (const boundary of cleared) rows.push(microcompactRow(timeline, boundary, order, requests));
  return [...grouped(rows, ({ chain }) => chain).values()].flatMap((own) => own.sort(byLine));
}

/** The rows of a chain stand in one file. */
const byLine = (one: BoundaryRow, other: BoundaryRow): number =>
  (one.evidence[0]?.line ?? 0) - (other.evidence[0]?.line ?? 0);

function compactRow(
  timeline: Timeline,
  cluster: Cluster,
  order: Map<string, number>,
  lastTotal: Map<string, number>,
): BoundaryRow {
  const { boundary, summary, kept, requestBefore, requestAfter } = cluster;
  const { preTokens, postTokens, cumulativeDroppedTokens: total } = boundary;
  const step = total === null ? null : total - (lastTotal.get(boundary.chain) ?? Number.NaN);
  if (total !== null) lastTotal.set(boundary.chain, total);
  const recorded = preTokens === null || postTokens === null ? null : preTokens - postTokens;
  const judgement: Judgement =
    recorded === null && step !== null && !Number.isNaN(step)
      ? derived("droppedTokens is the step of the running total; the record does not give both sizes.")
      : observed;
  return {
    ...fields(timeline, boundary, summary, order),
    mode: modeOf(cluster),
    droppedTokens: recorded ?? (step === null || Number.isNaN(step) ? null : step),
    preserved: boundary.kept === null ? null : new Set(kept.map((event) => event.place.uuid)).size,
    summaryChars: summary?.text.length ?? null,
    lastRequestBefore: requestBefore === null ? null : contextOf(requestBefore),
    firstRequestAfter: requestAfter === null ? null : contextOf(requestAfter),
    ...rowOf(timeline, boundary, judgement, ...[summary, requestBefore, requestAfter].filter((one) => one !== null)),
  };
}

function microcompactRow(
  timeline: Timeline,
  boundary: Boundary,
  order: Map<string, number>,
  requests: readonly Reply[],
): BoundaryRow {
  const { chain, segment, place } = boundary;
  const near = requests.filter((reply) => reply.chain === chain && reply.segment === segment);
  const before = near.findLast((reply) => reply.place.line < place.line);
  const after = near.find((reply) => reply.place.line > place.line);
  return {
    ...fields(timeline, boundary, null, order),
    mode: null,
    droppedTokens: boundary.tokensSaved,
    preserved: null,
    summaryChars: null,
    lastRequestBefore: before === undefined ? null : contextOf(before),
    firstRequestAfter: after === undefined ? null : contextOf(after),
    ...rowOf(timeline, boundary, observed, ...[before, after].filter((one) => one !== undefined)),
  };
}

function fields(timeline: Timeline, boundary: Boundary, summary: Summary | null, order: Map<string, number>) {
  return {
    boundary: boundary.ordinal,
    uuid: boundary.place.uuid,
    kind: boundary.boundaryKind,
    chain: boundary.chain,
    run: runsOf(timeline).of(summary ?? boundary),
    cliVersion: boundary.cliVersion,
    trigger: boundary.trigger,
    preTokens: boundary.preTokens,
    postTokens: boundary.postTokens,
    durationMs: boundary.durationMs,
    cumulativeDroppedTokens: boundary.cumulativeDroppedTokens,
    precomputed: boundary.precomputed,
    logicalParent: logicalParentOf(boundary, order),
  };
}

/** The anchor tells the mode: the boundary itself where the head is kept, the summary else (type declarations of the agent SDK, 0.3.332). */
function modeOf({ boundary, summary }: Cluster): BoundaryRow["mode"] {
  if (boundary.kept !== null && boundary.kept.anchor !== null && boundary.kept.anchor === boundary.place.uuid)
    return "from-here";
  if (summary === null || summary.direction === null) return "full";
  return summary.direction === "up_to" ? "up-to" : "from-here";
}

function logicalParentOf(boundary: Boundary, order: Map<string, number>): BoundaryRow["logicalParent"] {
  if (boundary.logicalParent === null) return "none";
  const at = order.get(boundary.logicalParent);
  if (at === undefined) return "absent";
  return at > (order.get(boundary.place.uuid ?? "") ?? -1) ? "later-in-file" : "in-file";
}
