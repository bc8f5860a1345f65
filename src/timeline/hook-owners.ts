import { clusters } from "./clusters.js";
import type { Boundary, Event, Hook } from "./event.js";
import { eventsOf } from "./events-of.js";
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
  const compacted = new Map<Event, Boundary>();
  for (const { boundary, rows } of clusters(timeline))
    for (const event of rows)
      if (event.kind === "hook" && event.event === "SessionStart") compacted.set(event, boundary);
  const named = new Set<string | null>();
  for (const { toolUseId } of eventsOf(timeline, "hook")) named.add(toolUseId);
  const calls = new Map<string, Event>();
  for (const call of eventsOf(timeline, "tool-call"))
    if (call.id !== null && named.has(call.id)) calls.set(call.id, call);
  const beside = nearestMessages(timeline.events);
  const above = new Map<Event, Event | null>();
  let uuids: Map<string, Event> | undefined;
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
      ? { rule: "position", record: beside(first), boundary: null }
      : { rule: "parentUuid", record: parent, boundary: null };
  };

  /** Walks up the parents once: each row on the way keeps the answer. */
  function messageAbove(hook: Hook): Event | null {
    const path: Event[] = [];
    const walked = new Set<Event>();
    let at: Event | undefined = hook;
    let answer: Event | null = null;
    uuids ??= firstByUuid(timeline.events);
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
      at = at.parent === null ? undefined : uuids.get(at.parent);
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

function firstByUuid(events: readonly Event[]): Map<string, Event> {
  const found = new Map<string, Event>();
  for (const event of events)
    if (event.place.uuid !== null && !found.has(event.place.uuid)) found.set(event.place.uuid, event);
  return found;
}

/** The last message of the chain before a hook's record, else the first after it. */
function nearestMessages(events: readonly Event[]): (hook: Hook) => Event | null {
  const before = new Map<Hook, Event>();
  const first = new Map<string, Event>();
  const last = new Map<string, Event>();
  for (const event of events) {
    if (event.kind === "hook") {
      const message = last.get(event.chain);
      if (message !== undefined) before.set(event, message);
    } else if (isMessage(event)) {
      last.set(event.chain, event);
      if (!first.has(event.chain)) first.set(event.chain, event);
    }
  }
  return (hook) => before.get(hook) ?? first.get(hook.chain) ?? null;
}
