import { type Cluster, clusters, isCompaction, startsTurn } from "../timeline/clusters.js";
import type { Event, ToolCall } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";

/** How many compactions of the main conversation stand in a timeline. */
export const compactionsIn = (timeline: Timeline): number =>
  timeline.events.filter((event) => isCompaction(event) && event.chain === "main").length;

/**
 * How many compactions of the main conversation just happened: those at its end with no prompt and no reply after them. 0
 * where something was said since the last one, or where one that just happened is not in the transcript yet.
 */
export function freshCompactions(timeline: Timeline): number {
  const main = clusters(timeline).filter(({ boundary }) => boundary.chain === "main");
  return main.length - 1 - main.findLastIndex((one) => !isFresh(one));
}

function isFresh({ after, kept }: Cluster): boolean {
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
  let lastReply: string | null = null;
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at] as Event;
    if (event.chain !== "main") continue;
    if (event.kind === "tool-result") answered.add(event.toolUseId);
    if (event.kind === "reply") lastReply ??= event.messageId;
    if (event.kind === "tool-call" && agentTools.has(event.name) && !answered.has(event.id))
      return lastReply === null || lastReply === event.messageId ? event : null;
    if (startsTurn(event) || event.kind === "interruption" || isCompaction(event)) return null;
  }
  return null;
}
