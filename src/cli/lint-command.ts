import { type Command, InvalidArgumentError, Option } from "commander";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";
import type { RuleSet } from "../queries/rule-sets.js";
import type { Sourced } from "../queries/rules.js";
import { plainText } from "../show/plain-text.js";
import type { LintOptions } from "../systems/lint/lint.js";
import type { LintLevel } from "../systems/lint/lint-rules.js";
import { harmlessJson } from "./print-json.js";
import { rulesOption } from "./rules-option.js";
import type { Terminal } from "./terminal.js";
import { tried } from "./tried.js";
import { addWidth } from "./width-option.js";

type Format = "text" | "json" | "sarif" | "github";

interface Given {
  format: Format;
  json?: boolean;
  all?: boolean;
  failOn: LintLevel;
  maxWarnings?: number;
  level?: Record<string, string>;
  invoked?: string[];
  window?: number;
  rules?: Sourced<RuleSet>;
  root?: string;
  runCommands?: boolean;
  timeout?: number;
}

const help = `
Exit codes:
  0  no error (see --fail-on and --max-warnings)
  1  an error, or more warnings than allowed
  2  wrong use, or nothing to check

Tokens are estimated: a token for four characters. Nothing is run without
--run-commands, and hooks never. Rules, and a workflow for CI: docs/lint.md.

Examples:
  tidemark lint .claude
  tidemark lint .claude plugins --max-warnings 0 --format github
  tidemark lint .claude/skills --invoked governance,review,deploy`;

/** Adds `lint`: skills, commands and hooks against what Claude Code keeps of them. */
export function addLint(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const command = program
    .command("lint")
    .summary("skills and hooks against what a compaction keeps of them")
    .description("Which skills would a compaction cut or drop, and what would be lost?")
    .usage("<path...> [options]")
    .argument("<path...>", "SKILL.md, command (*.md), settings (*.json), or folders of them")
    .addOption(
      new Option("--format <format>", "text for people, json, sarif for code scanning, github for annotations")
        .choices(["text", "json", "sarif", "github"])
        .default("text"),
    )
    .addOption(new Option("--json", "print one JSON object and nothing else, as --format json").conflicts("format"))
    .option("--all", "with notes, and the size of every skill")
    .addOption(
      new Option("--fail-on <level>", "the least level that ends with code 1")
        .choices(["error", "warning", "note"])
        .default("error"),
    )
    .option("--max-warnings <number>", "end with code 1 above this many warnings", count(0))
    .option("--level <rule=level>", "error, warning, note or off for a rule; may be repeated", levels)
    .option("--invoked <names>", "skills as a session invokes them, oldest first: which are dropped?", names)
    .option("--window <tokens>", "context window that the listing has a share of (default: 200000)", count(1))
    .addOption(new Option(`--rules ${rulesOption.placeholder}`, rulesOption.help).argParser(rules))
    .option("--root <folder>", "folder that files are named from (default: the working directory)")
    .option("--run-commands", "run the !`command` blocks of skills: only where you trust them")
    .option("--timeout <seconds>", "that one command may take (default: 10)", count(1));
  addWidth(command);
  command.addHelpText("after", help).action(async (paths: string[], given: Given) => {
    // Only commands that run have to be ended first.
    const interrupted = given.runCommands === true ? terminal.interrupted : null;
    let code = 0;
    const failed = await tried(terminal, async () => {
      code = await answer(paths, given, terminal, interrupted);
      return true;
    }).catch((error: unknown) => {
      if (interrupted?.aborted) return endedByPerson;
      throw error;
    });
    end(failed || code);
  });
}

/** As shells say of a program that Ctrl-C ended. */
const endedByPerson = 130;

async function answer(paths: string[], given: Given, terminal: Terminal, signal: AbortSignal | null): Promise<number> {
  const { lint } = await import("../systems/lint/lint.js");
  const { rules, window, invoked, root, level, timeout, runCommands = false } = given;
  const report = await lint(paths, {
    runCommands,
    ...(signal && { signal }),
    ...(level && { levels: level as LintOptions["levels"] & object }),
    ...(rules && { rules }),
    ...(window !== undefined && { window }),
    ...(invoked && { invoked }),
    ...(root !== undefined && { root }),
    ...(timeout !== undefined && { commandTimeout: timeout * 1000 }),
  });
  const write = (text: string) => terminal.stdout.write(text === "" ? "" : `${text}\n`);
  const format = given.json ? "json" : given.format;
  if (format === "json") write(harmlessJson(JSON.stringify(report, null, 2)));
  else if (format === "sarif") {
    const { toSarif } = await import("../systems/lint/to-sarif.js");
    write(harmlessJson(JSON.stringify(toSarif(report, { version }), null, 2)));
  } else if (format === "github") {
    const { toAnnotations } = await import("../systems/lint/to-annotations.js");
    write(toAnnotations(report).map(plainText).join("\n"));
  } else {
    const { lintText } = await import("./lint-text.js");
    write(
      lintText(report, { all: given.all ?? false, width: Math.max(40, terminal.columns ?? 80), color: terminal.color }),
    );
  }
  const of = (one: LintLevel) => report.findings.filter(({ level }) => level === one).length;
  const failing = { error: of("error"), warning: of("error") + of("warning"), note: report.findings.length };
  const tooMany = of("warning") > (given.maxWarnings ?? Number.POSITIVE_INFINITY);
  return failing[given.failOn] > 0 || tooMany ? 1 : 0;
}

const count =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} on.`);
  };

const names = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim().replace(/^\//, ""))
    .filter((name) => name !== "");

function levels(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, rule, level] = /^([\w-]+)=(error|warning|note|off)$/.exec(text) ?? [];
  if (rule === undefined || level === undefined)
    throw new InvalidArgumentError("Give a rule and its level, such as no-rules=warning or rules-late=off.");
  return { ...before, [rule]: level };
}

function rules(text: string): Sourced<RuleSet> | undefined {
  try {
    return rulesOption.parse?.(text, undefined);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
