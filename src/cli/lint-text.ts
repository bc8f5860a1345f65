import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { table } from "../show/table.js";
import { wrapWords } from "../show/text-width.js";
import type { LintFinding } from "../systems/lint/finding.js";
import type { LintReport } from "../systems/lint/lint.js";
import { type Paint, painter } from "./paint.js";

/** How the text is to look. */
interface Look {
  /** With notes, and the size of every skill. */
  all: boolean;
  width: number;
  color: boolean;
}

const colors = { error: "red", warning: "yellow", note: "dim" } as const;

/** The report for people: findings by file, what is kept of the invoked skills, and what was counted. */
export function lintText(report: LintReport, { all, width, color }: Look): string {
  const paint = painter(color);
  const notes = report.findings.filter(({ level }) => level === "note").length;
  const shown = report.findings.filter(({ level }) => all || level !== "note");
  const parts = [...byFile(shown).map(([file, findings]) => fileText(file, findings, width, paint))];
  if (all && report.skills.length > 0) parts.push(sizesText(report, width, paint));
  if (report.retention.length > 0) parts.push(retentionText(report, width, paint));
  parts.push(wrapWords(summary(report, all ? 0 : notes), width).join("\n"));
  // A line that opens with :: or holds ##[ is a command to the runner of GitHub Actions.
  return parts
    .join("\n\n")
    .replace(/^( *)::/gm, "$1: :")
    .replaceAll("##[", "# #[");
}

const byFile = (findings: LintFinding[]): [string, LintFinding[]][] => {
  const files = new Map<string, LintFinding[]>();
  for (const one of findings) files.set(one.file, [...(files.get(one.file) ?? []), one]);
  return [...files];
};

function fileText(file: string, findings: LintFinding[], width: number, paint: Paint): string {
  const lines = findings.flatMap(({ line, level, rule, message, fix }) => [
    `  line ${line}  ${paint(colors[level], level)}  ${rule}`,
    ...wrapWords(message, width - 4).map((text) => `    ${text}`),
    ...wrapWords(fix, width - 4).map((text) => paint("dim", `    ${text}`)),
  ]);
  return [paint("bold", plainText(file)), ...lines].join("\n");
}

function sizesText({ skills }: LintReport, width: number, paint: Paint): string {
  const columns = {
    skill: skills.map(({ name }) => name),
    tokens: skills.map(({ tokens }) => tokens),
    low: skills.map(({ tokensLow }) => tokensLow),
    high: skills.map(({ tokensHigh }) => tokensHigh),
    unknown: skills.map(({ unknown }) => unknown.commands + unknown.arguments + unknown.files),
    "cut at line": skills.map(({ cutLine }) => cutLine),
    listing: skills.map(({ listingChars }) => listingChars),
  };
  return tableText(columns, width, paint);
}

function retentionText({ retention }: LintReport, width: number, paint: Paint): string {
  const columns = {
    invoked: retention.map(({ order }) => order),
    skill: retention.map(({ name }) => name),
    tokens: retention.map(({ tokens }) => tokens),
    kept: retention.map(({ keptTokens }) => keptTokens),
    fate: retention.map(({ fate }) => fate ?? "unknown"),
  };
  return tableText(columns, width, paint);
}

function tableText(columns: Parameters<typeof table>[0], width: number, paint: Paint): string {
  const [heads, ...lines] = table(columns, width);
  return [paint("dim", heads ?? ""), ...lines].join("\n");
}

function summary({ findings, skills, listing, rules }: LintReport, hiddenNotes: number): string {
  const of = (level: LintFinding["level"]) => findings.filter((one) => one.level === level).length;
  const counted = `${plural(of("error"), "error")}, ${plural(of("warning"), "warning")}, ${plural(of("note"), "note")} in ${plural(skills.length, "skill")}`;
  const share = `listing ${count(listing.chars)} of ${count(listing.limitChars)} characters`;
  const hidden = hiddenNotes > 0 ? "; --all shows the notes" : "";
  return `${counted}; ${share}; limits of ${rules.name}${hidden}`;
}
