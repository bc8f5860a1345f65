import type { Carried } from "../../timeline/carried.js";
import type { Cluster } from "../../timeline/clusters.js";
import type { Contents } from "../../timeline/contents.js";
import type { Attachment, Event, Hook } from "../../timeline/event.js";
import { type Standing, standingsOf } from "../../timeline/standing.js";
import type { Timeline } from "../../timeline/timeline.js";
import { type ReturnedRow, returnedThings } from "../returned.js";
import { type SkillFate, skillFates } from "../skill-fates.js";
import { silence } from "../verdict.js";

/** What the claims are tested on: one session, and each of its boundaries. */
export interface SessionFacts {
  timeline: Timeline;
  boundaries: BoundaryFacts[];
}

/** One boundary: what stood before it, what came back, what became of the skills. */
export interface BoundaryFacts {
  timeline: Timeline;
  cluster: Cluster;
  before: Standing;
  after: Contents;
  rows: ReturnedRow[];
  fates: SkillFate[];
}

export function sessionFacts(timeline: Timeline): SessionFacts {
  const keyOf = (chain: string, boundary: number): string => JSON.stringify([chain, boundary]);
  const rowsAt = new Map<string, ReturnedRow[]>();
  for (const row of returnedThings(timeline)) push(rowsAt, keyOf(row.chain, row.boundary), row);
  const fatesAt = new Map<Cluster, SkillFate[]>();
  for (const fate of skillFates(timeline)) push(fatesAt, fate.cluster, fate);
  const boundaries = standingsOf(timeline).flatMap((before): BoundaryFacts[] => {
    const { cluster, chain, returned: after } = before;
    if (cluster === null || after === null) return [];
    const rows = rowsAt.get(keyOf(chain, cluster.boundary.ordinal)) ?? [];
    return [{ timeline, cluster, before, after, rows, fates: fatesAt.get(cluster) ?? [] }];
  });
  return { timeline, boundaries };
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Whether the absence of a kind of record after the boundary means something. */
export const speaks = ({ cluster }: BoundaryFacts, carrier: string): boolean => silence(cluster, carrier) === null;

/** What the records around a boundary carried, each with its record. */
export const carriedAfter = ({ rows, nextPrompt }: Cluster): { event: Attachment | Hook; carried: Carried }[] =>
  [...new Set([...rows, ...nextPrompt])].flatMap((event) =>
    event.kind === "attachment" || event.kind === "hook" ? event.carried.map((carried) => ({ event, carried })) : [],
  );

/** What was said or sent before a boundary and is no kept message. */
export const dropped = ({ cluster: { before, kept } }: BoundaryFacts): Event[] => {
  const still = new Set(kept);
  return before.filter((event) => !still.has(event));
};
