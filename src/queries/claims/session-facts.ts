import type { Carried } from "../../timeline/carried.js";
import type { Cluster } from "../../timeline/clusters.js";
import type { Contents } from "../../timeline/contents.js";
import type { Attachment, Event, EventKind, EventOf, Hook } from "../../timeline/event.js";
import { eventsOf } from "../../timeline/events-of.js";
import { grouped } from "../../timeline/grouped.js";
import { type Standing, standingsOf } from "../../timeline/standing.js";
import type { Timeline } from "../../timeline/timeline.js";
import { type ReturnedRow, returnedAt } from "../returned.js";
import { type SkillFate, skillFates } from "../skill-fates.js";
import { silence } from "../verdict.js";

/** What the claims are tested on: one session, and each of its boundaries. */
export interface SessionFacts {
  timeline: Timeline;
  boundaries: BoundaryFacts[];
  attachments: Attachment[];
  hooks: Hook[];
}

/** One boundary: what stood before it, what came back, what became of the skills. */
export interface BoundaryFacts {
  timeline: Timeline;
  cluster: Cluster;
  before: Standing;
  after: Contents;
  rows: ReturnedRow[];
  /** Of the skills that stood before it. */
  fates: SkillFate[];
  /** The files that it read again, as text or as a path. */
  filesReadAgain: ReturnedRow[];
  /** What the records around it carried, each with its record. */
  carried: CarriedBy[];
  /** By skill, the first row and the first text that came back. */
  skillRows: ReadonlyMap<string, ReturnedRow>;
  skillTexts: ReadonlyMap<string, string | null>;
  /** The events of a kind that stand between the boundary before it and this one. */
  earlier<K extends EventKind>(kind: K): EventOf<K>[];
  kept: ReadonlySet<Event>;
}

export function sessionFacts(timeline: Timeline): SessionFacts {
  const rowsAt = returnedAt(timeline);
  const fatesAt = skillFates(timeline);
  const boundaries = standingsOf(timeline).flatMap((before): BoundaryFacts[] => {
    const { cluster, returned: after } = before;
    if (cluster === null || after === null) return [];
    const rows = rowsAt.get(cluster) ?? [];
    const fates = (fatesAt.get(cluster) ?? []).filter(({ stood }) => stood);
    const earlier = grouped(cluster.before, ({ kind }) => kind);
    return [
      {
        timeline,
        cluster,
        before,
        after,
        rows,
        fates,
        filesReadAgain: rows.filter(isReadAgain),
        skillRows: firstOf(
          rows.flatMap((row) => (row.item === "skill" && row.name !== null ? [[skillName(row.name), row]] : [])),
        ),
        skillTexts: firstOf(after.skills.map(({ name, text }) => [name, text])),
        carried: carriedAfter(cluster),
        earlier: <K extends EventKind>(kind: K) => (earlier.get(kind) ?? []) as EventOf<K>[],
        kept: new Set(cluster.kept),
      },
    ];
  });
  return {
    timeline,
    boundaries,
    attachments: eventsOf(timeline, "attachment"),
    hooks: eventsOf(timeline, "hook"),
  };
}

const isReadAgain = ({ carrier, phase }: ReturnedRow): boolean =>
  phase === "boundary" && (carrier === "attachment/file" || carrier === "attachment/compact_file_reference");

/** The name of a skill as its invocations have it. */
export const skillName = (name: string): string => name.replace(/^\//, "");

/** Of pairs with the same key the first counts. */
const firstOf = <V>(pairs: [string, V][]): Map<string, V> => new Map(pairs.reverse());

/** Whether the absence of a kind of record after the boundary means something. */
export const speaks = ({ cluster }: BoundaryFacts, carrier: string): boolean => silence(cluster, carrier) === null;

interface CarriedBy {
  event: Attachment | Hook;
  carried: Carried;
}

const carriedAfter = ({ rows, nextPrompt }: Cluster): CarriedBy[] =>
  [...new Set([...rows, ...nextPrompt])].flatMap((event) =>
    event.kind === "attachment" || event.kind === "hook" ? event.carried.map((carried) => ({ event, carried })) : [],
  );
