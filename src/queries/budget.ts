import { checkList } from "../read/wrong-use.js";
import { heldSkills } from "../timeline/held-skills.js";
import type { Invocation } from "../timeline/invocations.js";
import { inferred, type Row } from "./row.js";
import { charsByFour, type Estimate, newestRules, type RuleSet } from "./rule-sets.js";
import type { Sourced } from "./rules.js";

/** What a rule set would do with one skill at a compaction. */
export interface BudgetRow extends Row {
  name: string;
  /** From the most recent invocation, which is 1. */
  order: number;
  /** Estimated tokens of the body as it was sent. */
  tokens: number;
  keptTokens: number;
  /** Kept whole, cut to its head, or dropped whole. */
  fate: "keep" | "cut" | "drop";
}

export interface BudgetOptions {
  /** Default `charsByFour`, as measured from outside; `byWords` is nearer to a tokenizer. */
  estimate?: Estimate;
}

/**
 * Simulates which skills a compaction re-attaches: the most recent invocation of each, newest first, each cut to the
 * limit of one; the first that does not fit into the limit of all is dropped, and every older one with it.
 *
 * `invocations` stand in file order. What is charged is the body as it was sent, with the line that names its directory
 * and without frontmatter. Source: the rule set's own; that nothing fills a gap behind a dropped skill is our reading of
 * "older skills can be dropped entirely".
 *
 * Known gaps: an invocation whose body is not in the file can't be weighed and is left out; the program's own estimate
 * of tokens is not documented.
 *
 * @example
 * budget(invocationsOf(timeline)).map((row) => [row.name, row.fate]); // => [["review", "keep"], ["deploy", "keep"]]
 */
export function budget(
  invocations: Iterable<Invocation>,
  ruleSet: Sourced<RuleSet> = newestRules,
  { estimate = charsByFour }: BudgetOptions = {},
): BudgetRow[] {
  checkList(invocations, "write budget(invocationsOf(timeline))");
  const { skillTokens, skillsTotalTokens } = ruleSet.value;
  let left = skillsTotalTokens;
  const judgement = inferred(`By the rules as read on ${ruleSet.date}; tokens are estimated from the text.`);
  const rows: BudgetRow[] = [];
  for (const { name, body, latest } of heldSkills(invocations)) {
    if (body === null) continue;
    const tokens = estimate(body.text);
    const charged = Math.min(tokens, skillTokens);
    const keptTokens = charged <= left ? charged : 0;
    left = charged <= left ? left - charged : -1;
    rows.push({
      name,
      order: rows.length + 1,
      tokens,
      keptTokens,
      fate: left < 0 ? "drop" : tokens > skillTokens ? "cut" : "keep",
      sessionId: body.sessionId,
      at: latest.event.at,
      evidence: [body.place, latest.event.place],
      ...judgement,
    });
  }
  return rows;
}
