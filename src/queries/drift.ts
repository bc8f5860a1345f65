import { compareVersions } from "../../schemas/versions/compare.js";
import { several } from "../timeline/several.js";
import type { Timeline } from "../timeline/timeline.js";
import type { Row } from "./row.js";

/** A kind of entry, or a field of one, that the schemas do not know or do not expect; no content of any transcript. */
export interface DriftRow extends Row {
  /** Kind of entry, such as `attachment/file`. */
  kind: string;
  /** Path of the field; null for an unknown kind. */
  field: string | null;
  /** What no schema covers: the kind as a whole, or the shape of the field. */
  verdict: "unknown-kind" | "unexpected-shape";
  /** Entries that show it. */
  count: number;
  /** Oldest CLI version on them; null where none is named. */
  firstVersion: string | null;
  /** Newest CLI version on them. */
  lastVersion: string | null;
}

/**
 * Lists what the schemas of this version do not cover: unknown kinds, and fields of an unexpected shape, summed over all timelines.
 *
 * The rows carry names and counts only, so they can be shared. An empty list means that every kind was known, and every known field had the expected shape.
 *
 * Known gaps: fields that are new in a known kind are kept and not told; a value of the expected shape may mean something new.
 *
 * @example
 * drift(timeline); // => []
 */
export function drift(timelines: Timeline | Iterable<Timeline>): DriftRow[] {
  const rows = new Map<string, DriftRow>();
  const add = (
    found: Pick<DriftRow, "kind" | "field" | "verdict" | "count" | "firstVersion" | "lastVersion">,
  ): void => {
    const key = JSON.stringify([found.kind, found.field]);
    const row = rows.get(key);
    if (row === undefined) {
      rows.set(key, { sessionId: null, at: null, grade: "observed", evidence: [], why: null, ...found });
      return;
    }
    row.count += found.count;
    row.firstVersion = earlier(row.firstVersion, found.firstVersion);
    row.lastVersion = later(row.lastVersion, found.lastVersion);
  };
  for (const timeline of several(timelines)) {
    for (const { kind, known, count, firstVersion, lastVersion, problems } of timeline.kinds) {
      const name = shownKind(kind);
      const versions = { firstVersion: shownVersion(firstVersion), lastVersion: shownVersion(lastVersion) };
      if (!known) add({ kind: name, field: null, verdict: "unknown-kind", count, ...versions });
      for (const { field, count, firstVersion, lastVersion } of problems) {
        const own = { firstVersion: shownVersion(firstVersion), lastVersion: shownVersion(lastVersion) };
        add({ kind: name, field, verdict: "unexpected-shape", count, ...own });
      }
    }
  }
  return [...rows.values()];
}

/** What does not look like a name may be a text of the session, and is not shown. */
const shownKind = (kind: string): string => (/^[\w./:-]{1,80}$/.test(kind) ? kind : "(no name)");
const shownVersion = (version: string | null): string | null =>
  version !== null && /^[\w.+-]{1,40}$/.test(version) ? version : null;

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && compareVersions(b, a) < 0) ? b : a;
const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && compareVersions(b, a) > 0) ? b : a;
