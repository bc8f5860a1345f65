import { clusters } from "./clusters.js";
import type { Boundary, Event, Hook } from "./event.js";
import type { HookRun } from "./hook-runs.js";
import type { Timeline } from "./timeline.js";

/** What a run belongs to, and what showed it. */
export interface Owner {
  rule: "toolUseID" | "boundary" | "parentUuid" | "position";
  /** The record it belongs to; null where the transcript holds no message at all. */
  record: Event | null;
  /** The boundary whose cluster holds it. */
  boundary: Boundary | null;
}

/**
 * Finds the one owner of each run: the tool call that its `toolUseID` names, the boundary for a `SessionStart` hook of a
 * compaction, else the nearest message above it by parents, else by position (before it, at the head of a file after it).
 */
export function ownersOf(timeline: Timeline): (run: HookRun) => Owner {
  const calls = new Map<string, Event>();
  const byUuid = new Map<string, Event>();
  const order = new Map<Event, number>();
  const compacted = new Map<Event, Boundary>();
  for (const { boundary, rows } of clusters(timeline))
    for (const event of rows)
      if (event.kind === "hook" && event.event === "SessionStart") compacted.set(event, boundary);
  timeline.events.forEach((event, at) => {
    order.set(event, at);
    if (event.kind === "tool-call" && event.id !== null) calls.set(event.id, event);
    if (event.place.uuid !== null && !byUuid.has(event.place.uuid)) byUuid.set(event.place.uuid, event);
  });
  const above = new Map<Event, Event | null>();
  const beside = nearestMessages(timeline.events);
  return (run) => {
    for (const { toolUseId } of run.records) {
      const call = toolUseId === null ? undefined : calls.get(toolUseId);
      if (call !== undefined) return { rule: "toolUseID", record: call, boundary: null };
    }
    for (const record of run.records) {
      const boundary = compacted.get(record);
      if (boundary !== undefined) return { rule: "boundary", record: boundary, boundary };
    }
    const first = run.records[0] as Hook;
    const parent = messageAbove(first);
    return parent === null
      ? { rule: "position", record: beside(first, order.get(first) ?? 0), boundary: null }
      : { rule: "parentUuid", record: parent, boundary: null };
  };

  /** Walks up the parents once: each row on the way keeps the answer. */
  function messageAbove(hook: Hook): Event | null {
    const path: Event[] = [];
    const walked = new Set<Event>();
    let at: Event | undefined = hook;
    let answer: Event | null = null;
    while (at !== undefined && !walked.has(at)) {
      if (above.has(at)) {
        answer = above.get(at) ?? null;
        break;
      }
      if (isMessage(at)) {
        answer = at;
        break;
      }
      path.push(at);
      walked.add(at);
      at = at.parent === null ? undefined : byUuid.get(at.parent);
    }
    for (const one of path) above.set(one, answer);
    return answer;
  }
}

const messageKinds: ReadonlySet<Event["kind"]> = new Set<Event["kind"]>([
  "prompt",
  "command",
  "reply",
  "tool-result",
  "skill-body",
  "notification",
  "summary",
  "boundary",
]);
const isMessage = (event: Event): boolean => messageKinds.has(event.kind);

/** The last message of the chain before a place, else the first after it. */
function nearestMessages(events: readonly Event[]): (hook: Hook, at: number) => Event | null {
  const before = new Map<number, Event>();
  const first = new Map<string, Event>();
  const last = new Map<string, Event>();
  events.forEach((event, at) => {
    if (event.kind === "hook") {
      const message = last.get(event.chain);
      if (message !== undefined) before.set(at, message);
    } else if (isMessage(event)) {
      last.set(event.chain, event);
      if (!first.has(event.chain)) first.set(event.chain, event);
    }
  });
  return (hook, at) => before.get(at) ?? first.get(hook.chain) ?? null;
}
