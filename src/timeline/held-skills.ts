import { isAbandoned } from "./alternatives.js";
import type { Cluster } from "./clusters.js";
import type { Event, SkillBody } from "./event.js";
import { type Invocation, invocationsOf } from "./invocations.js";
import type { Timeline } from "./timeline.js";
import { standsBefore, wholeOf } from "./whole.js";

/** A skill that was invoked, by its most recent invocation: that one is what a compaction re-attaches. */
export interface HeldSkill {
  name: string;
  /** Oldest first. */
  invocations: Invocation[];
  latest: Invocation;
  /** The body as it was last sent whole; null where none is in the file. */
  body: SkillBody | null;
}

/**
 * The skills of a list of invocations (oldest first), most recently invoked first. Forked ones never were in this context, and
 * what a rewind left stands in it no more, but for those that a boundary brought back all the same.
 */
export function heldSkills(invocations: Iterable<Invocation>, broughtBack?: ReadonlySet<Invocation>): HeldSkill[] {
  const held = new Map<string, HeldSkill>();
  for (const invocation of invocations) {
    if (invocation.forked || (invocation.abandoned && broughtBack?.has(invocation) !== true)) continue;
    const { name } = invocation;
    const before = held.get(name);
    const body = invocation.stub || invocation.body === null ? (before?.body ?? null) : invocation.body;
    held.delete(name);
    const invocations = before?.invocations ?? [];
    invocations.push(invocation);
    held.set(name, { name, invocations, latest: invocation, body });
  }
  return [...held.values()].reverse();
}

/** The invocations of a chain before a compaction, or to its end; a kept one that was flushed late counts as before. */
export function invocationsBefore(timeline: Timeline, chain: string, cluster: Cluster | null): Invocation[] {
  const own = invocationsOf(wholeOf(timeline)).filter((one) => one.chain === chain);
  if (cluster === null) {
    const isBeforeEnd = standsBefore(timeline, chain);
    const isLeft = isAbandoned(timeline);
    return own.flatMap((one) => (isBeforeEnd(one.event) ? { ...one, abandoned: isLeft(one.event) } : []));
  }
  const kept = new Set<Event>(cluster.kept);
  return own.filter(({ event, segment }) => segment < cluster.boundary.ordinal || kept.has(event));
}
