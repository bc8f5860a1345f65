import type { Grade } from "../../queries/row.js";
import { plainText } from "../../show/plain-text.js";
import { type LintLevel, type LintRuleId, lintRule } from "./lint-rules.js";

/** What a rule found at one place. */
export interface LintFinding {
  rule: LintRuleId;
  level: LintLevel;
  /** Path from `root`, with `/`; absolute where the file does not lie below it. */
  file: string;
  /** From 1. */
  line: number;
  /** One harmless line, without secrets. */
  message: string;
  /** What to do about it. */
  fix: string;
  grade: Grade;
  /** One sentence, where the grade is not `observed`. */
  why: string | null;
}

/** Where a finding stands and what it says; without a judgement it is plain to see in the file. */
interface Found {
  file: string;
  line: number;
  message: string;
  grade?: Grade;
  why?: string | null;
}

/** A finding of a rule, with the rule's own level and advice. */
export function finding(rule: LintRuleId, { file, line, message, grade = "observed", why = null }: Found): LintFinding {
  const { level, fix } = lintRule(rule);
  return { rule, level, file, line, message: plainText(message), fix, grade, why };
}
