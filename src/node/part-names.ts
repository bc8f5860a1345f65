import type { Event } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";

/** How far a session had been written when it was exported: entries of all its files, and its last record. */
interface Extent {
  entries: number;
  record: string;
}

/**
 * The name of the files of a session: `part-<session>.<extent>`, where the extent says how far it had been written. So an
 * export knows the files of the same transcript as it was before, without a note of where the transcript lies.
 */
export const partName = (stem: string, { entries, record }: Extent): string => `part-${stem}.${entries}-${record}`;

/** What the name of a file says; null where no export has written it. */
export function readPartName(name: string): { stem: string; extent: Extent } | null {
  const [, stem, entries, record] = /^part-(.+)\.(\d+)-([0-9a-f]{8})(?:-\d+)?\.\w+$/.exec(name) ?? [];
  return stem === undefined || record === undefined ? null : { stem, extent: { entries: Number(entries), record } };
}

/** How far a session is written. */
export function extentOf(timeline: Timeline, hash: (text: string) => string): Extent {
  const { files, events } = timeline;
  const last = events.findLast(({ chain }) => chain === files[0]?.chain) ?? events.at(-1);
  return { entries: files.reduce((sum, file) => sum + file.entries, 0), record: recordOf(last, hash) };
}

/** Tells of an extent whether the session goes on from there: it holds all that was written until then, and more. */
export function goesOnFrom(timeline: Timeline, hash: (text: string) => string): (before: Extent) => boolean {
  const now = extentOf(timeline, hash);
  let records: Set<string> | null = null;
  return ({ entries, record }) => {
    if (entries >= now.entries) return false;
    records ??= new Set([undefined, ...timeline.events].map((event) => recordOf(event, hash)));
    return records.has(record);
  };
}

const recordOf = (event: Event | undefined, hash: (text: string) => string): string =>
  hash(JSON.stringify([event?.place.line, event?.place.uuid, event?.at])).slice(0, 8);
