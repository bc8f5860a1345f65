import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { charsByFour, type Estimate, newestRules, type RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { checkCount, checkList, checkWord } from "../../read/wrong-use.js";
import { usualWindow } from "./advice.js";
import { checkFields } from "./check-fields.js";
import { checkHooks } from "./check-hooks.js";
import { checkLinks } from "./check-links.js";
import { checkDescription, checkListing, type ListingSize } from "./check-listing.js";
import { checkRetention, type RetentionRow } from "./check-retention.js";
import { checkRules } from "./check-rules.js";
import { checkSettings, hookPlace } from "./check-settings.js";
import { checkSize } from "./check-size.js";
import { findFiles } from "./find-files.js";
import { finding, type LintFinding } from "./finding.js";
import { type LintLevel, type LintRuleId, lintRules } from "./lint-rules.js";
import { readText } from "./read-text.js";
import { runCommands } from "./run-commands.js";
import { readSkill, type Skill } from "./skill.js";
import { type SkillSize, sizeOf } from "./skill-size.js";

/** What `lint` checks, and against what. */
export interface LintOptions {
  /** The documented limits of a day; default the newest. */
  rules?: Sourced<RuleSet>;
  /** Default `charsByFour`, as the budget was measured from outside. */
  estimate?: Estimate;
  /** Tokens of the context window that the listing has a share of; default 200,000. */
  window?: number;
  /** Names of skills as a session invokes them, oldest first: which of them would a compaction drop? */
  invoked?: readonly string[];
  /** Levels of rules in place of their own; `off` leaves a rule out. */
  levels?: Partial<Record<LintRuleId, LintLevel | "off">>;
  /** Folder that files are named from; default the working directory. */
  root?: string;
  /** Runs the `` !`command` `` blocks of skills, with the rights of the caller; default false. */
  runCommands?: boolean;
  /** Milliseconds that one command may take; default 10,000. */
  commandTimeout?: number;
  /** Ends commands that run. */
  signal?: AbortSignal;
}

/** What the lint found. */
export interface LintReport {
  /** By file and line. */
  findings: LintFinding[];
  /** Every skill and command that was read, by file. */
  skills: SkillSize[];
  listing: ListingSize;
  /** The invoked skills, the most recent first; empty where none were named. */
  retention: RetentionRow[];
  /** The rule set that the limits come from. */
  rules: { name: string; source: string; date: string };
}

/**
 * Checks skills, custom commands and the hooks of settings against what Claude Code keeps of them.
 *
 * `paths` name files, or folders that are searched at any depth. Sizes are in tokens, estimated, of the text as an
 * invocation would render it; what only an invocation knows is counted as unknown. Nothing is run without `runCommands`,
 * and hooks never. What is wrong with a file is a finding. Throws a `TranscriptError` where a path holds nothing to check,
 * or `invoked` names no skill.
 *
 * Known gaps: rules are recognised by English words; a hook's script is not looked into; the folder that a skill is
 * installed in, which its rendered text names, is taken to be as long as its path from `root`; commands are run in the
 * skill's folder, not in a project.
 *
 * @example
 * const { findings } = await lint(["fixtures/skills"], { levels: { "rules-late": "off" } });
 * findings.map(({ level, rule, line }) => [level, rule, line]); // => [["error", "tokens-over", 208], ["error", "rules-cut", 250]]
 */
export async function lint(paths: readonly string[], options: LintOptions = {}): Promise<LintReport> {
  const { rules = newestRules, estimate = charsByFour, window = usualWindow.value, invoked = [] } = options;
  const { runCommands: runs = false, commandTimeout = 10_000, levels = {}, signal } = options;
  const root = resolve(options.root ?? ".");
  checkList(paths, 'write lint([".claude"])');
  checkCount("window", window, 1);
  checkCount("commandTimeout", commandTimeout, 1);
  for (const [rule, level] of Object.entries(levels)) {
    checkWord(
      "levels",
      rule,
      lintRules.map(({ id }) => id),
    );
    checkWord(`levels.${rule}`, level, ["error", "warning", "note", "off"]);
  }
  const { files, unentered } = await findFiles(paths);
  const findings = unentered.map(({ path, reason }) => unreadable(nameOf(path, root), reason));
  const skills: Skill[] = [];
  for (const { kind, path } of files) {
    const file = nameOf(path, root);
    const { text, reason } = readText(path);
    if (text === null) findings.push(unreadable(file, reason));
    else if (kind === "settings") findings.push(...checkSettings(file, path, text, root, rules));
    else skills.push(readSkill({ kind, path, file }, text, findings));
  }
  const sizes: SkillSize[] = [];
  for (const skill of skills) {
    if (runs) findings.push(...(await runCommands(skill, commandTimeout, signal)));
    const size = sizeOf(skill, root, rules.value.skillTokens, estimate);
    sizes.push(size);
    findings.push(...checkSkill(skill, size, root, rules));
  }
  const { listing, findings: ofListing } = checkListing(skills, window, rules);
  const { retention, findings: ofRetention } = checkRetention(sizes, invoked, rules);
  findings.push(...ofListing, ...ofRetention);
  return {
    findings: inOrder(findings.flatMap((one) => withLevel(one, levels[one.rule]))),
    skills: sizes,
    listing,
    retention,
    rules: { name: rules.value.name, source: rules.source, date: rules.date },
  };
}

function checkSkill(skill: Skill, size: SkillSize, root: string, rules: Sourced<RuleSet>): LintFinding[] {
  const { file, path, fields } = skill;
  const hooks = fields.get("hooks");
  const place = hookPlace(path, root);
  const variables = { ...place.variables, CLAUDE_SKILL_DIR: dirname(path) };
  return [
    ...checkFields(skill),
    ...checkDescription(skill, rules),
    ...checkSize(skill, size, rules),
    ...checkRules(skill, size),
    ...checkLinks(skill),
    ...(hooks === undefined
      ? []
      : checkHooks(file, { hooks: hooks.value }, { ...place, variables }, () => hooks.line, rules)),
  ];
}

const unreadable = (file: string, reason: string): LintFinding =>
  finding("unreadable", { file, line: 1, message: `The file ${reason}.` });

/** A path as findings name it. */
function nameOf(path: string, root: string): string {
  const name = relative(root, path);
  const isBelow = name !== ".." && !name.startsWith(`..${sep}`) && !isAbsolute(name);
  return (isBelow ? name : path).split(sep).join("/");
}

const withLevel = (one: LintFinding, level: LintLevel | "off" | undefined): LintFinding[] =>
  level === "off" ? [] : [level === undefined ? one : { ...one, level }];

const ruleOrder = new Map<string, number>(lintRules.map(({ id }, index) => [id, index]));

const inOrder = (findings: LintFinding[]): LintFinding[] =>
  findings.sort(
    (a, b) =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.line - b.line ||
      (ruleOrder.get(a.rule) ?? 0) - (ruleOrder.get(b.rule) ?? 0),
  );
