import type { MessageTokens, Tokens } from "../queries/message-tokens.js";
import type { Row } from "../queries/row.js";
import { checkList, checkWord } from "../read/wrong-use.js";
import { day, hour, month, week } from "./buckets.js";
import { count, sum } from "./measures.js";
import { rollup } from "./rollup.js";

/** What tokens can be summed by. */
export type UsageGroup = "hour" | "day" | "week" | "month" | "model" | "project" | "session" | "chain";

export const usageGroups: readonly UsageGroup[] = [
  "hour",
  "day",
  "week",
  "month",
  "model",
  "project",
  "session",
  "chain",
];

/**
 * The tokens of some requests; each counter is the sum of those that are recorded, null where none is.
 *
 * `at` is the time of the first of them, `evidence` holds the lines of the first and of the last one. `sessionId` is null
 * where they were not summed by session; what else they can be summed by is there where they were.
 */
export interface UsageTotalRow extends Row, Tokens {
  /** Hour of the line that counts, with its distance from UTC: `2026-03-09T14:00+01:00`. */
  hour?: string | null;
  /** Its day: `2026-03-09`. */
  day?: string | null;
  /** Its week, by the Monday: `2026-03-09`. */
  week?: string | null;
  /** Its month: `2026-03`. */
  month?: string | null;
  model?: string | null;
  /** Name of the folder that the session's file lies in. */
  project?: string | null;
  /** `"main"` or the id of a subagent. */
  chain?: string | null;
  /** Distinct messages. */
  requests: number;
}

/** Refuses what tokens can't be summed by. */
export function checkUsageGroups(by: readonly UsageGroup[]): void {
  checkList(by, 'pass `by` as ["day", "model"]');
  for (const group of by) checkWord("by", group, usageGroups);
}

/** What has to be known of messages, beside what their own lines say, to sum them up by these. */
export const neededFor = (by: readonly UsageGroup[]) => ({
  chain: by.includes("chain"),
  sessionId: by.includes("session"),
});

/** Sums the tokens of messages up, by this machine's clock where no zone is named; the rows stand in the order of what they are summed by, null last. */
export function tokenTotals(
  messages: Iterable<MessageTokens>,
  by: readonly UsageGroup[],
  zone?: string,
): UsageTotalRow[] {
  const columns = {
    hour: hour(zone),
    day: day(zone),
    week: week(zone),
    month: month(zone),
    model: "model",
    project: "project",
    session: "sessionId",
    chain: "chain",
  } as const;
  const groups = Object.fromEntries(by.map((group) => [group === "session" ? "sessionId" : group, columns[group]]));
  const measures = {
    requests: count(),
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite5m: sum("cacheWrite5m"),
    cacheWrite1h: sum("cacheWrite1h"),
    cacheWriteUnsplit: sum("cacheWriteUnsplit"),
    row: rowOf,
  };
  const totals = rollup(messages, groups, measures).map((group): UsageTotalRow => {
    const { row, ...sums } = group as unknown as UsageTotalRow & { row: Row };
    return { ...sums, ...row, sessionId: sums.sessionId ?? null };
  });
  const names = Object.keys(groups) as (keyof UsageTotalRow)[];
  return totals.sort((one, other) => {
    const name = names.find((name) => one[name] !== other[name]);
    if (name === undefined) return 0;
    const [a, b] = [one[name] as string | null, other[name] as string | null];
    if (a === null || b === null) return a === null ? 1 : -1;
    // The hour that comes twice when the clock is put back: first that of summer, whose text may be the greater one.
    return (name === "hour" ? Date.parse(a) < Date.parse(b) : a < b) ? -1 : 1;
  });
}

/** What every row has, for a sum. */
function rowOf(messages: readonly MessageTokens[]): Row {
  let first = messages[0];
  let last = first;
  for (const message of messages) {
    if (message.at === null) continue;
    if (first?.at == null || message.at < first.at) first = message;
    if (last?.at == null || message.at >= last.at) last = message;
  }
  const evidence = [first, last === first ? undefined : last].flatMap((message) => message?.place ?? []);
  return { sessionId: null, at: first?.at ?? null, evidence, ...judgementOf(messages) };
}

function judgementOf(messages: readonly MessageTokens[]): Pick<Row, "grade" | "why"> {
  const uncounted = messages.filter(({ grade }) => grade === "unknown").length;
  const unsplit = messages.filter(({ grade }) => grade === "derived").length;
  if (uncounted === 0 && unsplit === 0) return { grade: "observed", why: null };
  if (uncounted === messages.length) return { grade: "unknown", why: "No request records its usage." };
  const whys = [
    uncounted > 0 ? `${uncounted} of ${messages.length} requests record no usage` : [],
    unsplit > 0 ? `the split of the cache write of ${unsplit} is larger than its total and is not used` : [],
  ].flat();
  const why = whys.join("; ");
  return { grade: "derived", why: `${why[0]?.toUpperCase()}${why.slice(1)}.` };
}
