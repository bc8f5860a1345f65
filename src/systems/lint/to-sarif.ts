import { pathToFileURL } from "node:url";
import type { LintReport } from "./lint.js";
import { type LintRule, lintRules } from "./lint-rules.js";

/** A log in SARIF 2.1.0, as code scanning takes it. */
export interface SarifLog {
  $schema: string;
  version: "2.1.0";
  runs: object[];
}

/**
 * The findings as a SARIF 2.1.0 log with one run: rules with their levels and advice, results with file and line.
 *
 * Files below `root` are relative to `%SRCROOT%`, as GitHub's code scanning expects them; the paths of others are whole.
 * `version` is that of the tool, where the log should name one.
 *
 * @example
 * const log = toSarif(await lint(["fixtures/skills"]));
 * log.runs.length; // => 1
 */
export function toSarif({ findings }: LintReport, { version }: { version?: string } = {}): SarifLog {
  const rules: readonly LintRule[] = lintRules;
  const results = findings.map(({ rule, level, file, line, message, fix, grade, why }) => ({
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level,
    message: { text: sarifText(`${message} ${fix}`) },
    locations: [{ physicalLocation: { artifactLocation: locationOf(file), region: { startLine: line } } }],
    properties: { grade, ...(why !== null && { why }) },
  }));
  const driver = {
    name: "tidemark",
    ...(version !== undefined && { version }),
    rules: rules.map(({ id, level, summary, fix }) => ({
      id,
      shortDescription: { text: sarifText(summary) },
      help: { text: sarifText(fix) },
      defaultConfiguration: { level },
    })),
  };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
  };
}

function locationOf(file: string): { uri: string; uriBaseId?: string } {
  if (/^(?:\/|[A-Za-z]:)/.test(file)) return { uri: pathToFileURL(file).href };
  return { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}

/** A message in which nothing is taken for a link or a placeholder, as SARIF reads `[text](1)` and `{0}`. */
const sarifText = (text: string): string => text.replace(/\]\(/g, "] (").replace(/\{(\d+)\}/g, "{{$1}}");
