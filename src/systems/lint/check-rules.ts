import { inferred, type Judgement } from "../../queries/row.js";
import { plural } from "../../show/count.js";
import { firstScreenLines } from "./advice.js";
import { finding, type LintFinding } from "./finding.js";
import { quote } from "./quote.js";
import { ruleLinesOf } from "./rule-lines.js";
import type { Skill } from "./skill.js";
import type { SkillSize } from "./skill-size.js";

const byWords: Judgement = inferred("Rules are recognised by English words such as Rules, must, never, always.");

const shown = 3;

/** Looks for the rules that a skill states: on its first screen, and behind the place where a compaction cuts it. */
export function checkRules(skill: Skill, { cutLine }: SkillSize): LintFinding[] {
  const { file, body, bodyLine } = skill;
  const stated = ruleLinesOf(body, bodyLine);
  const [first] = stated;
  if (first === undefined) {
    const message = "No line of the skill was recognised as a rule.";
    return [finding("no-rules", { file, line: bodyLine, message, ...byWords })];
  }
  const findings: LintFinding[] = [];
  const start = bodyLine + (/^\s*\n/.exec(body)?.[0].match(/\n/g)?.length ?? 0);
  const screen = firstScreenLines.value;
  if (first.line >= start + screen) {
    const message = `The first rule, ${quote(unmarked(first.text))}, stands below the first ${screen} lines of the text.`;
    findings.push(finding("rules-late", { file, line: first.line, message, ...byWords }));
  }
  const lost = cutLine === null ? [] : stated.filter(({ line }) => line > cutLine);
  const [firstLost] = lost;
  if (firstLost !== undefined) {
    const quotes = lost.slice(0, shown).map(({ text, line }) => `${quote(unmarked(text))} (line ${line})`);
    const more = lost.length > shown ? ", ..." : "";
    const message = `${plural(lost.length, "line that states", "lines that state")} rules ${lost.length === 1 ? "stands" : "stand"} behind the cut: ${quotes.join(", ")}${more}.`;
    findings.push(finding("rules-cut", { file, line: firstLost.line, message, ...byWords }));
  }
  return findings;
}

/** A line without the marks of a heading or a list. */
const unmarked = (text: string): string => text.trim().replace(/^(?:#{1,6}|[-*+]|\d+[.)])\s+/, "");
