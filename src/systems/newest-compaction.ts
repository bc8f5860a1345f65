import { type Cluster, clusters, startsProcess, startsTurn } from "../timeline/clusters.js";
import type { Event, ToolCall } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";

/** The conversation of a hook's transcript: the main one, or the subagent's whose file it is. */
export const ownChain = (timeline: Timeline): string => timeline.files[0]?.chain ?? "main";

/** The last compaction of the conversation that is in the file, whatever came after it. */
export const lastCompaction = (timeline: Timeline): Cluster | null => ownClusters(timeline).at(-1) ?? null;

/**
 * The compaction that has just happened: the last one of the conversation, where no prompt, no reply and no new process
 * follows it. Null where there is none: then what has just happened is not in the file yet.
 */
export function newestCompaction(timeline: Timeline): Cluster | null {
  const last = lastCompaction(timeline);
  return last === null || isFollowed(last) ? null : last;
}

/** How many compactions of the conversation stand in a timeline. */
export const compactionsIn = (timeline: Timeline): number => ownClusters(timeline).length;

/**
 * How many compactions have just happened: those at the end of the conversation that nothing follows, mostly one. 0 where
 * something was said since the last one, or where one that just happened is not in the file yet.
 */
export function freshCompactions(timeline: Timeline): number {
  const own = ownClusters(timeline);
  return own.length - 1 - own.findLastIndex(isFollowed);
}

/** The compactions of the conversation that are in the file, in order. */
export const ownClusters = (timeline: Timeline): Cluster[] =>
  clusters(timeline).filter(({ boundary }) => boundary.chain === ownChain(timeline));

/** True where the conversation went on after a compaction. Kept messages that were flushed late are none of it. */
export function isFollowed({ after, kept, nextPrompt }: Cluster): boolean {
  const keptHere = new Set(kept);
  const isNewReply = (event: Event): boolean => event.kind === "reply" && !event.synthetic && !keptHere.has(event);
  return nextPrompt.length > 0 || after.some(isNewReply);
}

/** `Task` before CLI 2.1.63. */
const agentTools: ReadonlySet<string | null> = new Set(["Agent", "Task"]);

/**
 * The call of a subagent that the conversation waits for at its end. While there is one, the conversation itself can't be
 * compacted, so a compaction that is not in its file is one of the subagent's own. A subagent in the background has
 * answered its call, and can't be told so.
 */
export function awaitedSubagent(timeline: Timeline): ToolCall | null {
  const chain = ownChain(timeline);
  const answered = new Set<string | null>();
  let message: string | null = null;
  for (let at = timeline.events.length - 1; at >= 0; at--) {
    const event = timeline.events[at] as Event;
    if (event.chain !== chain) continue;
    if (event.kind === "tool-result") answered.add(event.toolUseId);
    else if (event.kind === "tool-call" || (event.kind === "reply" && !event.synthetic)) {
      message ??= event.messageId;
      if (event.messageId !== message) return null;
      if (event.kind === "tool-call" && agentTools.has(event.name) && !answered.has(event.id)) return event;
    } else if (endsWaiting(event)) return null;
  }
  return null;
}

const endsWaiting = (event: Event): boolean =>
  startsTurn(event) || startsProcess(event) || ["command", "boundary", "interruption"].includes(event.kind);
