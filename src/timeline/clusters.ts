import { isAbandoned } from "./alternatives.js";
import type { Boundary, Event, Hook, Reply, Summary, TurnStart } from "./event.js";
import { eventsOf } from "./events-of.js";
import { once } from "./once.js";
import type { Timeline } from "./timeline.js";
import { standsIn, wholeOf } from "./whole.js";

/** A compaction boundary with what belongs to it: its summary, its kept messages, and what came back around it. */
export interface Cluster {
  boundary: Boundary;
  summary: Summary | null;
  /** Kept messages that are in the file, in file order: references to events before the boundary, or flushed late after it. */
  kept: Event[];
  /** Kept messages that the boundary names and no file holds. */
  keptAbsent: number;
  /** Rows up to the first real reply, the first row that starts a turn or a process, or the next boundary of the chain. */
  rows: Event[];
  /** The first row after the boundary that starts a turn or a process, and what follows it up to the first new reply. */
  nextPrompt: Event[];
  /** Nearest request of the chain between the boundary before it and this one; a reply that it kept and that was flushed late counts. */
  requestBefore: Reply | null;
  requestAfter: Reply | null;
  /** What the chain held before the boundary, from the previous boundary on, without the branches that a rewind left. */
  before: Event[];
  /** What follows the boundary up to the next one. */
  after: Event[];
}

/** The compaction boundaries of a timeline in file order, chain by chain, each with its cluster in the whole one. */
export const clusters = (timeline: Timeline): Cluster[] => once(timeline, findClusters);

function findClusters(timeline: Timeline): Cluster[] {
  const whole = wholeOf(timeline);
  if (whole !== timeline) {
    const stands = standsIn(timeline);
    return clusters(whole).filter(({ boundary }) => stands(boundary));
  }
  const compacted = new Map<string, Event[]>();
  for (const event of eventsOf(timeline, "boundary")) if (isCompaction(event)) compacted.set(event.chain, []);
  if (compacted.size > 0) for (const event of timeline.events) compacted.get(event.chain)?.push(event);
  const isLeft = isAbandoned(timeline);
  return [...compacted.values()].flatMap((events) => clustersOf(events, isLeft));
}

/** True for a boundary that cut the conversation, as a microcompaction does not. */
export const isCompaction = (event: Event): event is Boundary =>
  event.kind === "boundary" && event.boundaryKind === "compact";

function clustersOf(events: Event[], isLeft: (event: Event) => boolean): Cluster[] {
  const starts: number[] = [];
  for (let at = 0; at < events.length; at++) if (isCompaction(events[at] as Event)) starts.push(at);
  const named = namedEvents(
    events,
    starts.map((at) => events[at] as Boundary),
  );
  let keptBefore = new Set<Event>();
  return starts.map((start, index) => {
    const before = events.slice(starts[index - 1] ?? 0, start);
    const after = events.slice(start + 1, starts[index + 1] ?? events.length);
    const found = cluster(events[start] as Boundary, before, after, named, keptBefore, isLeft);
    keptBefore = new Set(found.kept);
    return found;
  });
}

type NamedEvents = Map<string, { at: number; event: Event }[]>;

/** The events that any boundary of the chain names as kept, by uuid, each with its place in the chain. */
function namedEvents(events: Event[], boundaries: Boundary[]): NamedEvents {
  const named: NamedEvents = new Map();
  for (const { kept } of boundaries) for (const uuid of kept?.uuids ?? []) named.set(uuid, []);
  if (named.size > 0)
    events.forEach((event, at) => {
      if (event.place.uuid !== null) named.get(event.place.uuid)?.push({ at, event });
    });
  return named;
}

/** `keptBefore`: what the boundary before it kept, which tells no size of what stood before this one. */
function cluster(
  boundary: Boundary,
  before: Event[],
  after: Event[],
  named: NamedEvents,
  keptBefore: ReadonlySet<Event>,
  isLeft: (event: Event) => boolean,
): Cluster {
  const summary = after.find(
    (event): event is Summary =>
      event.kind === "summary" && (event.parent === boundary.place.uuid || event.place.uuid === boundary.kept?.anchor),
  );
  const { kept, absent } = keptEvents(boundary, before, after, named, isLeft);
  const keptSet = new Set(kept);
  const isNewReply = (event: Event): event is Reply =>
    event.kind === "reply" && !keptSet.has(event) && !event.synthetic;
  const goesOn = (event: Event): boolean => (startsTurn(event) || startsProcess(event)) && !keptSet.has(event);
  const rows: Event[] = [];
  for (const event of after) {
    if (isNewReply(event) || goesOn(event)) break;
    if (!keptSet.has(event)) rows.push(event);
  }
  const turn = after.findIndex(goesOn);
  const nextPrompt: Event[] = [];
  for (let at = turn; at >= 0 && at < after.length; at++) {
    const event = after[at] as Event;
    if (isNewReply(event)) break;
    if (!keptSet.has(event)) nextPrompt.push(event);
  }
  const late = after.filter((event) => keptSet.has(event));
  return {
    boundary,
    summary: summary ?? after.find((event): event is Summary => event.kind === "summary") ?? null,
    kept,
    keptAbsent: absent,
    rows,
    nextPrompt,
    requestBefore: lastRequest(late) ?? lastRequest(before, keptBefore),
    requestAfter: after.find((event): event is Reply => isNewReply(event) && contextOf(event) !== null) ?? null,
    before: before.filter((event) => !isLeft(event) || keptSet.has(event)),
    after,
  };
}

/** The kinds of events among which are those that start a turn. */
export const turnKinds = ["prompt", "command", "notification"] as const satisfies Extract<Event, TurnStart>["kind"][];

/** True for a row that starts a turn. A command does so where its body follows; a local command is no prompt. */
export function startsTurn(event: Event): boolean {
  switch (event.kind) {
    case "prompt":
    case "command":
    case "notification":
      return event.startsTurn;
    default:
      return false;
  }
}

/** True for the hook rows that a new process writes before anything else. */
export const startsProcess = (event: Event): event is Hook & { matcher: string } =>
  event.kind === "hook" && event.event === "SessionStart" && event.matcher !== null && event.matcher !== "compact";

/** Tokens of the request that a reply answers: input, cache read and cache write; null where nothing was counted. */
export function contextOf(reply: Reply): number | null {
  const { usage } = reply;
  if (usage === null || reply.synthetic) return null;
  const sum = (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  if (sum === 0 || !Number.isFinite(sum)) return null;
  return usage.lastIterationContext ?? sum;
}

function lastRequest(events: Event[], except?: ReadonlySet<Event>): Reply | null {
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at];
    if (event?.kind === "reply" && contextOf(event) !== null && except?.has(event) !== true) return event;
  }
  return null;
}

/** Kept messages by the complete list, else the short list, else the segment's ends in file order. */
function keptEvents(
  boundary: Boundary,
  before: Event[],
  after: Event[],
  named: NamedEvents,
  isLeft: (event: Event) => boolean,
): { kept: Event[]; absent: number } {
  const { kept } = boundary;
  if (kept === null) return { kept: [], absent: 0 };
  if (kept.uuids.length > 0) {
    const lists = [...new Set(kept.uuids)].map((uuid) => named.get(uuid) ?? []);
    const found = lists.flat().sort((a, b) => a.at - b.at);
    return { kept: found.map(({ event }) => event), absent: lists.filter((list) => list.length === 0).length };
  }
  const range = [...before, ...after];
  const head = range.findIndex((event) => event.place.uuid !== null && event.place.uuid === kept.head);
  const tail = range.findLastIndex((event) => event.place.uuid !== null && event.place.uuid === kept.tail);
  if (head < 0 || tail < head) return { kept: [], absent: kept.head === null ? 0 : 1 };
  const between = range.slice(head, tail + 1);
  return { kept: between.filter((event) => event.place.uuid !== null && !isLeft(event)), absent: 0 };
}
