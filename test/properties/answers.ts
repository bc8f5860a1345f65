import {
  boundaries,
  branches,
  budget,
  budgetDeviations,
  check,
  claims,
  conflicts,
  context,
  contextChange,
  directories,
  drift,
  forecast,
  forecastScore,
  handover,
  hooks,
  invocationsOf,
  listings,
  messages,
  missing,
  type Row,
  readTimeline,
  returned,
  runs,
  session,
  skills,
  survival,
  type Timeline,
  tools,
  trace,
  turns,
  usage,
} from "../../src/index.js";
import { readSession } from "../../src/timeline/read-timeline.js";

/** Reads the lines as one file. */
export const read = (lines: readonly string[], sessionId?: string): Promise<Timeline> =>
  readTimeline(lines.length === 0 ? "" : `${lines.join("\n")}\n`, { sessionId });

/** Reads a session with the files of its subagents. */
export const readFiles = (files: ReadonlyMap<string, string>): Promise<Timeline> =>
  readSession([...files].map(([name, source]) => ({ source, name, chain: chainOf(name) })));

/** Puts a line in at a fraction of the file. */
export const inserted = (lines: string[], line: string, at: number): string[] => {
  const index = Math.floor(at * (lines.length + 1));
  return [...lines.slice(0, index), line, ...lines.slice(index)];
};

/** The chain of a file's rows, by its name. */
export const chainOf = (file: string): string => /agent-(.+)\.jsonl$/.exec(file)?.[1] ?? "main";

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

/** The rows of every query over one timeline. */
export const everyRow = (timeline: Timeline) => ({
  session: session(timeline),
  boundaries: boundaries(timeline),
  returned: returned(timeline),
  missing: missing(timeline),
  skills: skills(timeline),
  listings: listings(timeline),
  hooks: hooks(timeline),
  conflicts: conflicts(timeline),
  context: context(timeline),
  contextChange: contextChange(timeline),
  budgetDeviations: budgetDeviations(timeline),
  budget: budget(invocationsOf(timeline)),
  forecast: forecast(timeline),
  forecastScore: forecastScore(timeline),
  branches: branches(timeline),
  runs: runs(timeline),
  messages: messages(timeline),
  turns: turns(timeline),
  tools: tools(timeline),
  usage: usage(timeline),
  directories: directories(timeline),
  trace: trace(timeline, ["tide", "Keep the tests"]),
  handover: handover(timeline),
  survival: survival(timeline),
  claims: claims(timeline),
  check: check(timeline),
  drift: drift(timeline),
});

/** The answers of every query but `check` and `drift`, without byte offsets, the ends of runs, and the count of entries. */
export function everyAnswer(timeline: Timeline): object {
  const { check: _, drift: __, ...rows } = everyRow(timeline);
  const answers = {
    ...rows,
    session: rows.session.map(({ entries: _, ...row }) => row),
    runs: rows.runs.map(({ run, startedBy, cliVersion, grade }) => ({ run, startedBy, cliVersion, grade })),
  };
  return JSON.parse(JSON.stringify(answers, (key, value: unknown) => (key === "offset" ? undefined : value))) as object;
}

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
