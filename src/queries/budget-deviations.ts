import { invocationsBefore } from "../timeline/held-skills.js";
import type { Timeline } from "../timeline/timeline.js";
import { type BudgetOptions, type BudgetRow, budget } from "./budget.js";
import { derived, type Judgement, type Row, rowOf } from "./row.js";
import { newestRules, type RuleSet } from "./rule-sets.js";
import type { Sourced } from "./rules.js";
import { type SkillFate, skillFates } from "./skill-fates.js";

/** What the budget says of a skill at one boundary, against what was recorded. */
export interface BudgetDeviationRow extends Row {
  boundary: number;
  chain: string;
  name: string;
  /** From the most recent invocation, which is 1. */
  order: number;
  /** Estimated tokens of the body as it was sent. */
  tokens: number;
  predicted: BudgetRow["fate"];
  /** Null where the record can't show it. */
  observed: BudgetRow["fate"] | null;
  /** Characters that came back; null where none did. */
  keptChars: number | null;
  /** Null where `observed` is. */
  agrees: boolean | null;
}

/**
 * Compares, boundary by boundary, which skills a rule set would keep, cut or drop with what was recorded.
 *
 * A skill that stands in no kept message and no re-attachment counts as dropped, whatever the cause: `missing` gives the
 * reasons, such as an invocation in another process. A skill that an earlier boundary dropped is no deviation of the next.
 *
 * Known gaps: as of `budget`; below CLI 2.1.159 the record is silent, and `observed` is null.
 *
 * @example
 * budgetDeviations(timeline).filter((row) => !row.agrees).map((row) => [row.boundary, row.name]); // => [[2, "review"]]
 */
export function budgetDeviations(
  timeline: Timeline,
  ruleSet: Sourced<RuleSet> = newestRules,
  options: BudgetOptions = {},
): BudgetDeviationRow[] {
  return [...skillFates(timeline)].flatMap(([cluster, fates]) => {
    const predicted = budget(invocationsBefore(timeline, cluster.boundary.chain, cluster), ruleSet, options);
    const byName = new Map(predicted.map((row) => [row.name, row]));
    return fates.filter(({ stood }) => stood).flatMap((fate) => deviation(timeline, fate, byName.get(fate.skill.name)));
  });
}

function deviation(timeline: Timeline, fate: SkillFate, row: BudgetRow | undefined): BudgetDeviationRow[] {
  if (row === undefined) return [];
  const { cluster, skill, back, keptChars, lastSeen } = fate;
  const { ordinal, chain } = cluster.boundary;
  const { observed, judgement } = observation(fate);
  return [
    {
      boundary: ordinal,
      chain,
      name: skill.name,
      order: row.order,
      tokens: row.tokens,
      predicted: row.fate,
      observed,
      keptChars,
      agrees: observed === null ? null : observed === row.fate,
      ...rowOf(timeline, back ?? cluster.boundary, judgement, back === lastSeen ? cluster.boundary : lastSeen),
    },
  ];
}

function observation({ fate, silent, judgement }: SkillFate): {
  observed: BudgetRow["fate"] | null;
  judgement: Judgement;
} {
  if (fate === "kept") return { observed: "keep", judgement };
  if (fate === "truncated") return { observed: "cut", judgement };
  if (silent) return { observed: null, judgement };
  return { observed: "drop", judgement: derived("Nothing after the boundary holds the skill.") };
}
