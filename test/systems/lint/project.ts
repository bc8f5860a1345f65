import { join } from "node:path";
import { type LintFinding, type LintOptions, type LintReport, lint } from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

/** The characters of the line that names a skill's folder, and of the break after it. */
export const headChars = (name: string): number => `Base directory for this skill: .claude/skills/${name}\n\n`.length;

/** A skill's file with a description, and the given body and fields. */
export const skillText = (body: string, fields = "description: Does one thing. Use when it is wanted."): string =>
  `---\n${fields}\n---\n${body}`;

/** Lints a project that holds these files; they are named from it. */
export async function linted(
  files: Record<string, string | Uint8Array>,
  options: LintOptions = {},
): Promise<LintReport> {
  const folder = temporaryFolder(Object.entries(files));
  return lint([folder], { root: folder, ...options });
}

/** Lints one skill called `one`, by its body and fields. */
export const lintedSkill = (body: string, fields?: string, options?: LintOptions): Promise<LintReport> =>
  linted({ [join(".claude", "skills", "one", "SKILL.md")]: skillText(body, fields) }, options);

/** The findings of some rules, as rule, level and line. */
export const found = (report: LintReport, ...rules: string[]): [string, string, number][] =>
  report.findings.filter(({ rule }) => rules.includes(rule)).map(({ rule, level, line }) => [rule, level, line]);

/** The one finding of a rule. */
export function only(report: LintReport, rule: string): LintFinding {
  const [one, ...more] = report.findings.filter((finding) => finding.rule === rule);
  if (one === undefined || more.length > 0) throw new Error(`${1 + more.length} findings of ${rule}, not one`);
  return one;
}
