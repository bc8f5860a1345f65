import { compareVersions } from "../../../schemas/versions/compare.js";
import type { Place } from "./marks.js";
import type { LabRow } from "./observe.js";

/** What two versions do differently with one marked text in one shape. */
export interface LabChange {
  shape: string;
  place: Place;
  from: string;
  to: string;
  /**
   * `regression`: it came back in every run of the older version and in none of the newer one. `restored`: the other way
   * round. `less`, `more`: in a smaller or larger share. `otherwise`: as often, by another way or with another text.
   */
  change: "regression" | "restored" | "less" | "more" | "otherwise";
  before: Times;
  after: Times;
}

/** In how many of the runs a text came back, and how. */
export interface Times {
  back: number;
  of: number;
  /** Such as `old, invocation`. */
  ways: string[];
}

/**
 * Compares each version with the next newer one that was measured, by shape and marked text; `compared` counts the pairs
 * that both have.
 *
 * Known gaps: with two runs a chance difference looks like a change; runs that could not be judged are left out.
 */
export function changesOf(rows: readonly LabRow[]): { changes: LabChange[]; compared: number } {
  const judged = rows.filter(
    ({ role, boundary, fate }) =>
      role === "main" && boundary !== null && fate !== "not loaded" && fate !== "not recorded",
  );
  const versions = [...new Set(judged.flatMap(({ cliVersion }) => cliVersion ?? []))].sort(compareVersions);
  let compared = 0;
  const changes = versions.slice(1).flatMap((to, at) => {
    const from = versions[at] as string;
    const cases = new Map(judged.map((row) => [`${row.shape} ${row.place}`, row]));
    return [...cases.values()].flatMap(({ shape, place }) => {
      const of = (version: string): LabRow[] =>
        judged.filter((row) => row.shape === shape && row.place === place && row.cliVersion === version);
      const [before, after] = [timesOf(of(from)), timesOf(of(to))];
      if (before.of > 0 && after.of > 0) compared++;
      const change = changeOf(before, after);
      return change === null ? [] : [{ shape, place, from, to, change, before, after }];
    });
  });
  return { changes, compared };
}

/** In how many runs a text came back. */
export function timesOf(rows: readonly LabRow[]): Times {
  const back = rows.filter(({ fate }) => fate === "back");
  return {
    back: new Set(back.map(({ run }) => run)).size,
    of: new Set(rows.map(({ run }) => run)).size,
    ways: [
      ...new Set(back.map(({ text, source }) => `${text === "only" || text === null ? "" : `${text}, `}${source}`)),
    ].sort(),
  };
}

function changeOf(before: Times, after: Times): LabChange["change"] | null {
  if (before.of === 0 || after.of === 0) return null;
  const [earlier, later] = [before.back / before.of, after.back / after.of];
  if (earlier === 1 && later === 0) return "regression";
  if (earlier === 0 && later === 1) return "restored";
  if (earlier !== later) return later < earlier ? "less" : "more";
  return before.ways.join() === after.ways.join() ? null : "otherwise";
}
