import { type BudgetDeviationRow, budgetDeviations } from "../../queries/budget-deviations.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { budgetColumns } from "../../show/columns/budget.js";
import { rulesOption } from "../rules-option.js";
import { verbOf } from "../verb.js";

interface Given {
  rules?: Sourced<RuleSet>;
}

export const budgetVerb = verbOf<BudgetDeviationRow, Given>({
  name: "budget",
  question: "Which skills would the documented budget keep, cut or drop at each compaction, and what happened?",
  example: "tidemark budget session.jsonl --rules 2026-08-22",
  next: ["tidemark lint .claude", "the same, before a session loses them"],
  options: { rules: rulesOption },
  query: (timeline, { rules }) => budgetDeviations(timeline, rules),
  columns: budgetColumns,
  none: "no skill met a compaction",
  ofBoundaries: true,
});
