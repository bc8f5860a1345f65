import { checkList, checkWord } from "../../read/wrong-use.js";
import { day } from "../../tables/buckets.js";
import { count, type Measure, quantile, sum } from "../../tables/measures.js";
import { rollup } from "../../tables/rollup.js";
import { type CompactionRecord, notRecordedYet } from "./compaction-record.js";

/** What compactions can be summed up by. */
export type CompactionGroup = "day" | "project" | "session" | "trigger" | "version" | "skill";

export const compactionGroups: readonly CompactionGroup[] = [
  "day",
  "project",
  "session",
  "trigger",
  "version",
  "skill",
];

/**
 * Compactions summed up; a median is null where none of them records the number. The columns that they are summed by are
 * there, the others are not.
 */
export interface CompactionTotal {
  /** `2026-03-09`. */
  day?: string | null;
  project?: string | null;
  session?: string | null;
  trigger?: string | null;
  /** CLI version. */
  version?: string | null;
  /** A skill that was in use before; null for compactions without one, or of which it is not known. */
  skill?: string | null;
  compactions: number;
  /** Distinct sessions. */
  sessions: number;
  /** Compactions whose boundary no transcript has shown yet: their numbers are not known. */
  notRecorded: number;
  auto: number;
  manual: number;
  /** Sum of what those dropped that record both sizes. */
  droppedTokens: number | null;
  /** Medians. */
  preTokens: number | null;
  postTokens: number | null;
  /** Of the tokens before, those that are there after: 0 to 1. */
  keptShare: number | null;
  durationMs: number | null;
  /** Since the compaction before in the same session. */
  sinceLastMs: number | null;
  /** Skills in use before, with the number of compactions, the most frequent first: `deploy 3, review 1`. */
  skills: string | null;
}

/**
 * Sums compactions up; rows stand in the order of what they are summed by, null last. Throws a `TranscriptError` where they
 * can't be summed by it, or the zone is none.
 *
 * Known gaps: by `skill` a compaction counts for each skill in use, so these rows add up to more than there were.
 *
 * @example
 * compactionTotals([], ["day", "project"]); // => []
 */
export function compactionTotals(
  records: Iterable<CompactionRecord>,
  by: readonly CompactionGroup[] = ["day", "project"],
  zone?: string,
): CompactionTotal[] {
  checkList(by, 'pass `by` as ["day", "project"]');
  for (const group of by) checkWord("by", group, compactionGroups);
  const columns = {
    day: day(zone),
    project: "project",
    session: "sessionId",
    trigger: "trigger",
    version: "cliVersion",
    skill: "skill",
  } as const;
  const weighed = [...records].map(weigh);
  const rows = by.includes("skill") ? weighed.flatMap(bySkill) : weighed;
  const groups = Object.fromEntries(by.map((group) => [group, columns[group]]));
  if (rows.length === 0) return [];
  const totals = rollup(rows, groups, {
    compactions: count(),
    sessions: distinct(({ sessionId }) => sessionId),
    notRecorded: where(({ boundary }) => boundary === notRecordedYet),
    auto: where(({ trigger }) => trigger === "auto"),
    manual: where(({ trigger }) => trigger === "manual"),
    droppedTokens: sum("droppedTokens"),
    preTokens: quantile("preTokens", 0.5),
    postTokens: quantile("postTokens", 0.5),
    keptShare: quantile("keptShare", 0.5),
    durationMs: quantile("durationMs", 0.5),
    sinceLastMs: quantile("sinceLastMs", 0.5),
    skills: frequent,
  }) as unknown as CompactionTotal[];
  return totals.sort((one, other) => {
    const group = by.find((group) => one[group] !== other[group]);
    if (group === undefined) return 0;
    const [a, b] = [one[group] ?? null, other[group] ?? null];
    return a !== null && (b === null || a < b) ? -1 : 1;
  });
}

interface Weighed extends CompactionRecord {
  droppedTokens: number | null;
  keptShare: number | null;
  skill: string | null;
}

function weigh(record: CompactionRecord): Weighed {
  const { preTokens, postTokens } = record;
  const known = preTokens !== null && postTokens !== null;
  return {
    ...record,
    droppedTokens: known ? preTokens - postTokens : null,
    keptShare: known && preTokens > 0 ? postTokens / preTokens : null,
    skill: null,
  };
}

const bySkill = (record: Weighed): Weighed[] =>
  record.skills === null || record.skills.length === 0
    ? [record]
    : record.skills.map((skill) => ({ ...record, skill }));

const where =
  (holds: (record: Weighed) => boolean): Measure<Weighed, number> =>
  (records) =>
    records.filter(holds).length;

const distinct =
  (of: (record: Weighed) => string | null): Measure<Weighed, number> =>
  (records) =>
    new Set(records.map(of).filter((value) => value !== null)).size;

const frequent: Measure<Weighed, string | null> = (records) => {
  const counts = new Map<string, number>();
  for (const { skills } of records) for (const name of skills ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (counts.size === 0) return null;
  const sorted = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return sorted.map(([name, times]) => `${name} ${times}`).join(", ");
};
