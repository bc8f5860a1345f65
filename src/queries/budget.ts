import { checkList } from "../read/wrong-use.js";
import { heldSkills } from "../timeline/held-skills.js";
import type { Invocation } from "../timeline/invocations.js";
import { type Retained, retention } from "./retention.js";
import { inferred, type Row } from "./row.js";
import { charsByFour, type Estimate, newestRules, type RuleSet } from "./rule-sets.js";
import type { Sourced } from "./rules.js";

/** What a rule set would do with one skill at a compaction. */
export interface BudgetRow extends Row, Retained {
  /** Name of the skill. */
  name: string;
  /** From the most recent invocation, which is 1. */
  order: number;
  /** Estimated tokens of the body as it was sent. */
  tokens: number;
}

/** How `budget` counts tokens. */
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
  const judgement = inferred(`By the rules as read on ${ruleSet.date}; tokens are estimated from the text.`);
  const weighed = heldSkills(invocations).flatMap(({ name, body, latest }) =>
    body === null ? [] : [{ name, body, latest, tokens: estimate(body.text) }],
  );
  const retained = retention(
    weighed.map(({ tokens }) => tokens),
    ruleSet.value,
  );
  return weighed.map(({ name, body, latest, tokens }, index) => ({
    name,
    order: index + 1,
    tokens,
    ...(retained[index] as Retained),
    sessionId: body.sessionId,
    at: latest.event.at,
    evidence: [body.place, latest.event.place],
    ...judgement,
  }));
}
