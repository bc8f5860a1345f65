import { boundaries, type Row, readTimeline, returned, type Timeline, turns, usage } from "../../src/index.js";

/** Reads the lines as one file. */
export const read = (lines: readonly string[], sessionId?: string): Promise<Timeline> =>
  readTimeline(lines.length === 0 ? "" : `${lines.join("\n")}\n`, { sessionId });

/** The rows without what only says where they stand. */
export const placeless = <R extends Row>(rows: R[]): object[] =>
  rows.map((row) => ({
    ...row,
    evidence: row.evidence.map((place) => place.uuid),
    line: undefined,
    why: row.why?.replace(/\d+/g, "#"),
  }));

/** Everything that must not depend on where lines stand. */
export const answers = (timeline: Timeline) => ({
  boundaries: placeless(boundaries(timeline)),
  returned: placeless(returned(timeline)),
  usage: placeless(usage(timeline)),
  turns: placeless(turns(timeline)),
});

export interface Totals {
  requests: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Sums of the counters, null counted as 0. */
export function totalsOf(timelines: Timeline | Timeline[]): Totals {
  const totals = { requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const row of usage(timelines)) {
    totals.requests += 1;
    totals.input += row.input ?? 0;
    totals.output += row.output ?? 0;
    totals.cacheRead += row.cacheRead ?? 0;
    totals.cacheWrite += (row.cacheWrite5m ?? 0) + (row.cacheWrite1h ?? 0) + (row.cacheWriteUnsplit ?? 0);
  }
  return totals;
}
