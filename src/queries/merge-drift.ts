import { compareVersions } from "../../schemas/versions/compare.js";
import type { DriftRow } from "./drift.js";

/** Adds what one more session drifted by: counts are summed, the versions span both. */
export function mergeDrift(answer: DriftRow[], rows: DriftRow[]): void {
  for (const row of rows) {
    const known = answer.find(({ kind, field }) => kind === row.kind && field === row.field);
    if (known === undefined) {
      answer.push(row);
      continue;
    }
    known.count += row.count;
    known.firstVersion = oneOf(known.firstVersion, row.firstVersion, -1);
    known.lastVersion = oneOf(known.lastVersion, row.lastVersion, 1);
  }
}

/** The earlier of two versions with -1, the later with 1. */
const oneOf = (a: string | null, b: string | null, side: 1 | -1): string | null =>
  a === null || (b !== null && compareVersions(b, a) * side > 0) ? b : a;
