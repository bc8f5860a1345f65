import type { LintReport } from "./lint.js";
import type { LintLevel } from "./lint-rules.js";

const commands: Record<LintLevel, string> = { error: "error", warning: "warning", note: "notice" };
const gravest: readonly LintLevel[] = ["error", "warning", "note"];

/**
 * The findings as workflow commands of GitHub Actions, one a line, which it shows beside the lines of a pull request.
 *
 * The gravest come first, as GitHub shows ten errors, ten warnings and ten notices of a step. Escaped as its toolkit does.
 *
 * @example
 * const lines = toAnnotations(await lint(["fixtures/skills"]));
 * lines[0].split("::")[1]; // => "error file=fixtures/skills/migration-review/SKILL.md,line=208,title=tokens-over"
 */
export function toAnnotations({ findings }: LintReport): string[] {
  const sorted = [...findings].sort((a, b) => gravest.indexOf(a.level) - gravest.indexOf(b.level));
  return sorted.map(({ level, file, line, rule, message, fix }) => {
    const properties = `file=${property(file)},line=${line},title=${property(rule)}`;
    return `::${commands[level]} ${properties}::${data(`${message} ${fix}`)}`;
  });
}

const property = (value: string): string => data(value).replace(/:/g, "%3A").replace(/,/g, "%2C");

/** The older form of a command, `##[...]`, is one anywhere in a line. */
const data = (value: string): string =>
  value.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/##\[/g, "# #[");
