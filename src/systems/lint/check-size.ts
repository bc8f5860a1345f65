import { inferred, unknown } from "../../queries/row.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { count, plural } from "../../show/count.js";
import { advisedSkillTokens } from "./advice.js";
import { finding, type LintFinding } from "./finding.js";
import { quote } from "./quote.js";
import { headingsOf } from "./rule-lines.js";
import type { Skill } from "./skill.js";
import type { SkillSize } from "./skill-size.js";

/** Holds the rendered size of a skill against what a compaction keeps of one. */
export function checkSize(skill: Skill, size: SkillSize, rules: Sourced<RuleSet>): LintFinding[] {
  const { file, bodyLine } = skill;
  const { tokens, tokensHigh, unknown: parts, cutLine } = size;
  const findings: LintFinding[] = [];
  const limit = rules.value.skillTokens;
  const advised = advisedSkillTokens.value;
  const amount = amountOf(size);
  if (cutLine !== null) {
    const message = `${amount} when rendered, above ${count(limit)}: a compaction cuts it here. ${lostAfter(skill, cutLine)}`;
    findings.push(finding("tokens-over", { file, line: cutLine, message, ...judgementOf(size, limit, rules.date) }));
  } else if (!skill.forked && (tokens > advised || tokensHigh > limit)) {
    const message =
      tokens > advised
        ? `${amount} when rendered, above the advised ${count(advised)}; a compaction keeps ${count(limit)}.`
        : `${amount} when rendered; by the larger count that is above the ${count(limit)} that a compaction keeps.`;
    const judgement = judgementOf(size, limit, rules.date);
    findings.push(finding("tokens-near", { file, line: bodyLine, message, ...judgement }));
  }
  const command = skill.pieces.find(({ kind, text }) => kind === "command" && text === null);
  if (command !== undefined) {
    const message = `The output of ${plural(parts.commands, "command")} is not known, and not in the ${count(tokens)} tokens.`;
    const why = "A command's output is known only when it runs.";
    findings.push(finding("size-unknown", { file, line: command.line, message, grade: "unknown", why }));
  }
  return findings;
}

/** Tokens in words: with the band of the ways of counting, and as a least where commands were not run. */
function amountOf({ tokens, tokensLow, tokensHigh, unknown: { commands } }: SkillSize): string {
  const least = commands > 0 ? "At least about" : "About";
  return `${least} ${count(tokens)} tokens (${count(tokensLow)} to ${count(tokensHigh)} by other counts)`;
}

function judgementOf({ tokensLow, tokensHigh }: SkillSize, limit: number, date: string) {
  const rule = `Limit as read on ${date}; tokens are estimated from the text, as the program's own count is not documented`;
  return tokensLow <= limit && limit < tokensHigh
    ? unknown(`${rule}, and the limit lies between the ways of counting.`)
    : inferred(`${rule}.`);
}

const shownHeadings = 4;

/** What stands behind a cut, in words. */
function lostAfter({ body, bodyLine }: Skill, cutLine: number): string {
  const lines = bodyLine + body.trimEnd().split("\n").length - cutLine;
  const headings = headingsOf(body, bodyLine).filter(({ line }) => line >= cutLine);
  const named = headings.slice(0, shownHeadings).map(({ text }) => quote(text));
  const more = headings.length - named.length;
  const sections =
    named.length === 0 ? "" : `, with ${named.join(", ")}${more > 0 ? ` and ${plural(more, "more section")}` : ""}`;
  return `Lost: ${plural(Math.max(1, lines), "line")}${sections}.`;
}
