import type { SkillSeen } from "../timeline/contents.js";
import { withoutMarker } from "../timeline/copies.js";
import type { Attachment } from "../timeline/event.js";
import type { HeldSkill } from "../timeline/held-skills.js";
import type { Standing } from "../timeline/standing.js";
import type { BudgetRow } from "./budget.js";
import type { Estimate, RuleSet } from "./rule-sets.js";
import { truncationMarker } from "./rules.js";

/** A skill that stands in context by its re-attachment alone, and whether the budget has room for it. */
interface ReattachedSkill {
  name: string;
  event: Attachment;
  /** Estimated tokens of what was re-attached; null where the record holds no text. */
  tokens: number | null;
  stays: boolean;
}

/**
 * Skills that the last compaction re-attached and that no invocation of the timeline accounts for, as in the end of a long
 * session. They are older than all that were invoked since, so they get what those leave of the budget.
 */
export function reattachedSkills(
  { skills: seen }: Standing,
  invoked: readonly HeldSkill[],
  rows: readonly BudgetRow[],
  { skillTokens, skillsTotalTokens }: RuleSet,
  estimate: Estimate,
): ReattachedSkill[] {
  let left = rows.reduce((room, { fate, keptTokens }) => (fate === "drop" ? -1 : room - keptTokens), skillsTotalTokens);
  const others = seen.filter((one) => !invoked.some((skill) => isCopyOf(one, skill)));
  return [...new Map(others.map((one) => [one.name, one])).values()].map(({ name, event, text }) => {
    const tokens = text === null ? null : estimate(text);
    const charged = Math.min(tokens ?? 0, skillTokens);
    const stays = charged <= left;
    left = stays ? left - charged : -1;
    return { name, event, tokens, stays };
  });
}

const isCopyOf = ({ name, text }: SkillSeen, skill: HeldSkill): boolean =>
  skill.name === name ||
  (text !== null && skill.body?.text.startsWith(withoutMarker(text, truncationMarker.value).trimEnd()) === true);
