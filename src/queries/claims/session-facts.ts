import type { Carried } from "../../timeline/carried.js";
import type { Cluster } from "../../timeline/clusters.js";
import type { Contents } from "../../timeline/contents.js";
import { type Attachment, type Event, type Hook, ofKind } from "../../timeline/event.js";
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
  fates: SkillFate[];
  /** What the records around it carried, each with its record. */
  carried: CarriedBy[];
  /** By skill, the first row and the first text that came back. */
  skillRows: ReadonlyMap<string, ReturnedRow>;
  skillTexts: ReadonlyMap<string, string | null>;
  /** What was said or sent before it and is no kept message, and the attachments among it. */
  dropped: Event[];
  droppedAttachments: Attachment[];
}

export function sessionFacts(timeline: Timeline): SessionFacts {
  const rowsAt = returnedAt(timeline);
  const fatesAt = skillFates(timeline);
  const boundaries = standingsOf(timeline).flatMap((before): BoundaryFacts[] => {
    const { cluster, returned: after } = before;
    if (cluster === null || after === null) return [];
    const [rows, fates] = [rowsAt.get(cluster) ?? [], fatesAt.get(cluster) ?? []];
    const dropped = droppedBy(cluster);
    return [
      {
        timeline,
        cluster,
        before,
        after,
        rows,
        fates,
        skillRows: firstOf(
          rows.flatMap((row) => (row.item === "skill" && row.name !== null ? [[skillName(row.name), row]] : [])),
        ),
        skillTexts: firstOf(after.skills.map(({ name, text }) => [name, text])),
        carried: carriedAfter(cluster),
        dropped,
        droppedAttachments: dropped.filter(ofKind("attachment")),
      },
    ];
  });
  const { events } = timeline;
  return {
    timeline,
    boundaries,
    attachments: events.filter(ofKind("attachment")),
    hooks: events.filter(ofKind("hook")),
  };
}

const skillName = (name: string): string => name.replace(/^\//, "");

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

function droppedBy({ before, kept }: Cluster): Event[] {
  const still = new Set(kept);
  return still.size === 0 ? before : before.filter((event) => !still.has(event));
}
