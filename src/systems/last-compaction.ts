import { type Cluster, clusters, isCompaction, startsTurn } from "../timeline/clusters.js";
import type { Event, ToolCall } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";

/** The last compaction of the main conversation; null where there is none. */
export const lastCompaction = (timeline: Timeline): Cluster | null =>
  clusters(timeline).findLast(({ boundary }) => boundary.chain === "main") ?? null;

/** How many compactions of the main conversation stand in a timeline. */
export const compactionsIn = (timeline: Timeline): number =>
  timeline.events.filter((event) => isCompaction(event) && event.chain === "main").length;

/** True where no prompt and no reply follows a compaction, so that it is the one that just happened. */
export function isFresh({ after, kept }: Cluster): boolean {
  const before = new Set<Event>(kept);
  return !after.some(
    (event) => (event.kind === "prompt" || (event.kind === "reply" && !event.synthetic)) && !before.has(event),
  );
}

/** The tools that start a subagent. */
const agentTools: ReadonlySet<string | null> = new Set(["Agent", "Task"]);

/**
 * The call of the main conversation that a running subagent has still to answer; null where none is open. While one is,
 * the main conversation sends no request and so is not compacted: what compacts then is a subagent.
 *
 * Known gap: a subagent in the background leaves no open call.
 */
export function openAgentCall({ events }: Timeline): ToolCall | null {
  const answered = new Set<string | null>();
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at] as Event;
    if (event.chain !== "main") continue;
    if (event.kind === "tool-result") answered.add(event.toolUseId);
    if (event.kind === "tool-call" && agentTools.has(event.name) && !answered.has(event.id)) return event;
    if (startsTurn(event) || isCompaction(event)) return null;
  }
  return null;
}
