import { TranscriptError } from "../../read/transcript-error.js";
import { isAbandoned } from "../../timeline/alternatives.js";
import { type Cluster, clusters } from "../../timeline/clusters.js";
import type { Boundary, Event, Summary } from "../../timeline/event.js";
import type { Timeline } from "../../timeline/timeline.js";
import { standsIn } from "../../timeline/whole.js";

/** What `handover` hands over. */
export interface HandoverOptions {
  /** Ordinal of the boundary of the main conversation before which the note would be written; default: now, at the end. */
  before?: number;
}

/** What a hand-over note is made from: the main conversation since the boundary before it. */
export interface HandoverWindow {
  /** Why it reaches from where to where: to the end, from the last boundary or from the start; or up to the boundary asked for. */
  rule: "since-boundary" | "whole-file" | "before-boundary";
  /** The boundary that opens it; null where it starts with the conversation. */
  boundary: Boundary | null;
  summary: Summary | null;
  /** Messages that the boundary kept, in file order; mostly they stand before it. */
  kept: Event[];
  /** What followed the boundary, up to the next one or to the end, without the branches that a rewind left. */
  rest: Event[];
}

/**
 * Finds the window of a hand-over note: the summary of the boundary before it, the messages it kept, and what followed.
 *
 * The windows of successive boundaries cover the conversation and share kept messages only. Nothing of subagents, of
 * strays or of branches that a rewind left is in them. Throws a `TranscriptError` for a boundary that the main conversation does not have.
 *
 * @example
 * handoverWindow(timeline).rule; // => "since-boundary"
 */
export function handoverWindow(timeline: Timeline, options: HandoverOptions = {}): HandoverWindow {
  const window = windowIn(timeline, options);
  const stands = standsIn(timeline);
  const isLeft = isAbandoned(timeline);
  return { ...window, rest: window.rest.filter((event) => stands(event) && !isLeft(event)) };
}

function windowIn(timeline: Timeline, { before }: HandoverOptions): HandoverWindow {
  const opened = clusters(timeline).filter(({ boundary }) => boundary.chain === "main");
  if (before === undefined) {
    const last = opened[opened.length - 1];
    if (last !== undefined) return since(last, "since-boundary", null);
    const rest = timeline.events.filter((event) => event.chain === "main");
    return { rule: "whole-file", boundary: null, summary: null, kept: [], rest };
  }
  const at = opened.findIndex(({ boundary }) => boundary.ordinal === before);
  const next = opened[at];
  if (next === undefined) {
    const there = opened.map(({ boundary }) => boundary.ordinal).join(", ") || "none";
    throw new TranscriptError(
      "wrong-option",
      `The main conversation has no boundary ${before}; pass the ordinal of one that it has (${there}), or leave \`before\` out.`,
    );
  }
  const opening = opened[at - 1];
  if (opening !== undefined) return since(opening, "before-boundary", next);
  const rest = [...next.before, ...flushedLate(next)];
  return { rule: "before-boundary", boundary: null, summary: null, kept: [], rest };
}

function since(
  { boundary, summary, kept, after }: Cluster,
  rule: HandoverWindow["rule"],
  next: Cluster | null,
): HandoverWindow {
  const told = new Set<Event>(kept);
  if (summary !== null) told.add(summary);
  const late = next === null ? [] : flushedLate(next).filter((event) => !told.has(event));
  return { rule, boundary, summary, kept, rest: [...after.filter((event) => !told.has(event)), ...late] };
}

/** Messages that a boundary kept and that were written behind it: they were said before. */
const flushedLate = ({ kept, after }: Cluster): Event[] => {
  const behind = new Set(after);
  return kept.filter((event) => behind.has(event));
};
