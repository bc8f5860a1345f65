import { type Cluster, clusters, contextOf } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";
import { type ReturnedRow, returnedAt } from "./returned.js";
import { derived, inferred, observed, type Row, rowOf, unknown } from "./row.js";
import { textsOf } from "./sent-texts.js";

/** One part of what the first request after a boundary held, or of what the last one before it held more. */
export interface ContextChangeRow extends Row {
  boundary: number;
  chain: string;
  /**
   * `last-request-before` and `first-request-after` are measured; an item of `returned` and `turn` (what was said from the
   * boundary to the request) are estimated from their text; `residual` is the rest of the request after: system prompt,
   * tools, and what the transcript does not hold; `gone` is by how much the request before was
   * larger, so what it held and the one after does not, less what came in.
   */
  part: string;
  /** Number of things; null for measured sizes and rests. */
  things: number | null;
  /** Characters that reached the model; null where the records do not say. */
  chars: number | null;
  tokens: number | null;
}

/** Between which points `contextChange` compares. */
export interface ContextChangeOptions {
  /** Characters that are taken for one token; default 4. */
  charsPerToken?: number;
}

/**
 * Answers what the difference between the last request before a boundary and the first one after it is made of, as far as
 * the transcript shows; the rest is named as such.
 *
 * Known gaps: sizes of parts are estimates from characters, so the residual carries their error; what comes back without a
 * text on record (before 2.1.263 many listings) is in the residual.
 *
 * @example
 * const rows = contextChange(timeline).filter((row) => row.boundary === 1);
 * rows.find((row) => row.part === "last-request-before")?.tokens; // => 167303
 */
export function contextChange(
  timeline: Timeline,
  { charsPerToken = 4 }: ContextChangeOptions = {},
): ContextChangeRow[] {
  const back = returnedAt(timeline);
  return clusters(timeline).flatMap((cluster) => {
    const { boundary, requestBefore, requestAfter } = cluster;
    const before = requestBefore === null ? null : contextOf(requestBefore);
    const after = requestAfter === null ? null : contextOf(requestAfter);
    const row = (
      part: string,
      things: number | null,
      chars: number | null,
      tokens: number | null,
      judgement = observed,
      event: Event = boundary,
    ): ContextChangeRow => ({
      boundary: boundary.ordinal,
      chain: boundary.chain,
      part,
      things,
      chars,
      tokens,
      ...rowOf(timeline, event, judgement),
    });
    const nothing = unknown("No request with a usage is recorded there.");
    const rows = [
      row("last-request-before", null, null, before, before === null ? nothing : observed, requestBefore ?? boundary),
    ];
    let known = 0;
    for (const [part, pieces] of partsOf(timeline, cluster, back.get(cluster) ?? [])) {
      const chars = pieces.reduce(
        (sum: number | null, piece) => (piece.chars === null ? sum : (sum ?? 0) + piece.chars),
        null,
      );
      const tokens = chars === null ? null : Math.round(chars / charsPerToken);
      known += tokens ?? 0;
      const judgement =
        tokens === null ? unknown("The records hold no text of it.") : inferred("Estimated from characters.");
      const { at, evidence } = pieces[0];
      rows.push({ ...row(part, pieces.length, chars, tokens, judgement), at, evidence: evidence.slice(0, 1) });
    }
    const why = derived(
      "The measured request less the estimates of its parts: system prompt, tools, and what is not recorded.",
    );
    rows.push(row("residual", null, null, after === null ? null : after - known, after === null ? nothing : why));
    rows.push(
      row("first-request-after", null, null, after, after === null ? nothing : observed, requestAfter ?? boundary),
    );
    const gone = before === null || after === null ? null : before - after;
    rows.push(
      row(
        "gone",
        null,
        null,
        gone,
        gone === null ? nothing : derived("The last request before less the first one after."),
      ),
    );
    return rows;
  });
}

/** A text of a part, with its record. */
type Piece = Pick<Row, "at" | "evidence"> & { chars: number | null };

/** What came back before the request, and what was said between the boundary and it. */
function partsOf(timeline: Timeline, cluster: Cluster, back: ReturnedRow[]): Map<string, [Piece, ...Piece[]]> {
  const parts = new Map<string, [Piece, ...Piece[]]>();
  const add = (part: string, piece: Piece): void => {
    const pieces = parts.get(part);
    if (pieces === undefined) parts.set(part, [piece]);
    else pieces.push(piece);
  };
  const end = cluster.requestAfter === null ? -1 : cluster.after.indexOf(cluster.requestAfter);
  const sent = new Set(cluster.after.slice(0, end < 0 ? undefined : end).map((event) => event.place));
  for (const row of back) {
    const place = row.evidence[0];
    if (row.item === "preserved" || (place !== undefined && sent.has(place))) add(row.item, row);
  }
  const told = new Set<Event | null>([...cluster.kept, cluster.summary]);
  for (const event of cluster.after.slice(0, Math.max(end, 0)))
    if (!told.has(event) && event.kind !== "attachment" && event.kind !== "hook")
      for (const { chars } of textsOf(event)) add("turn", { ...rowOf(timeline, event, observed), chars });
  return parts;
}
