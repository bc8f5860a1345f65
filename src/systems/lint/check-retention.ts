import { type Retained, retention } from "../../queries/retention.js";
import { type Grade, inferred, type Judgement, unknown } from "../../queries/row.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { count, plural } from "../../show/count.js";
import { finding, type LintFinding } from "./finding.js";
import type { SkillSize } from "./skill-size.js";

/** What a compaction keeps of one skill after the invocations that were named. */
export interface RetentionRow {
  name: string;
  file: string;
  /** From the most recent invocation, which is 1. */
  order: number;
  /** Estimated; at least, where commands were not run. */
  tokens: number;
  /** Null where `fate` is. */
  keptTokens: number | null;
  /** Null where it turns on what commands print that were not run, of this skill or of one that was invoked after it. */
  fate: Retained["fate"] | null;
  grade: Grade;
  why: string | null;
}

/** What a compaction keeps after these invocations, oldest first. Throws a `TranscriptError` for a name that no skill has. */
export function checkRetention(
  sizes: readonly SkillSize[],
  invoked: readonly string[],
  rules: Sourced<RuleSet>,
): { retention: RetentionRow[]; findings: LintFinding[] } {
  if (invoked.length === 0) return { retention: [], findings: togetherOver(sizes, rules) };
  const newestFirst = [...new Set([...invoked].reverse())].map((name) => sizeNamed(name, sizes));
  const held = newestFirst.filter(({ forked }) => !forked);
  // What commands print adds something, up to the limit of one skill, as no more is charged.
  const least = retention(
    held.map(({ tokens }) => tokens),
    rules.value,
  );
  const most = retention(held.map(mostTokens), rules.value);
  const rows = held.map(({ name, file, tokens }, index): RetentionRow => {
    const { keptTokens, fate } = least[index] as Retained;
    const sure = fate === most[index]?.fate;
    const judgement: Judgement = sure
      ? inferred(`By the rules as read on ${rules.date}; tokens are estimated from the text.`)
      : unknown("What commands print decides it, and they were not run.");
    const kept = sure ? { keptTokens, fate } : { keptTokens: null, fate: null };
    return { name, file, order: index + 1, tokens, ...kept, ...judgement };
  });
  const findings = rows.flatMap(({ name, file, order, fate, grade, why }) => {
    if (fate === "keep" || fate === "cut") return [];
    const may = fate === null ? "may be" : "is";
    if (fate === null && most[order - 1]?.fate !== "drop") return [];
    const message = `${name} ${may} dropped whole: ${plural(order - 1, "skill")} invoked after it fill the ${count(rules.value.skillsTotalTokens)} tokens of all.`;
    return [finding("retention-dropped", { file, line: 1, message, grade, why })];
  });
  return { retention: rows, findings };
}

const mostTokens = ({ tokens, unknown }: SkillSize): number =>
  unknown.commands > 0 ? Number.POSITIVE_INFINITY : tokens;

function sizeNamed(name: string, sizes: readonly SkillSize[]): SkillSize {
  const found = sizes.filter((size) => size.name === name || name.endsWith(`:${size.name}`));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const names = [...new Set(sizes.map((size) => size.name))].sort().join(", ");
  throw new TranscriptError(
    "wrong-option",
    only === undefined
      ? `\`invoked\` names ${JSON.stringify(name)}, which no linted skill is called; the names are: ${names || "none"}.`
      : `\`invoked\` names ${JSON.stringify(name)}, as ${found.length} skills are called; lint the folder of one of them.`,
  );
}

/** Says where all linted skills together are more than a compaction keeps; the order of their invocations is not known. */
function togetherOver(sizes: readonly SkillSize[], { value, date }: Sourced<RuleSet>): LintFinding[] {
  const held = sizes.filter(({ forked }) => !forked).sort((a, b) => b.tokens - a.tokens);
  const tokens = held.reduce((sum, size) => sum + Math.min(size.tokens, value.skillTokens), 0);
  const [largest] = held;
  if (largest === undefined || tokens <= value.skillsTotalTokens) return [];
  const message = `${plural(held.length, "skill")} together charge about ${count(tokens)} tokens, above the ${count(value.skillsTotalTokens)} that a compaction keeps of all; in a session that invokes them all, the oldest are dropped.`;
  const why = `Limit as read on ${date}; tokens are estimated, and which skills a session invokes is not known here.`;
  return [finding("retention-over", { file: largest.file, line: 1, message, ...inferred(why) })];
}
