/** How grave a finding is: something is lost or broken, likely or nearly so, or for information. */
export type LintLevel = "error" | "warning" | "note";

/** A rule of the lint. */
export interface LintRule {
  id: string;
  /** Its level, where no option gives another. */
  level: LintLevel;
  /** What it means that there is a finding. */
  summary: string;
  /** What to do about it. */
  fix: string;
}

/** All rules, in the order of the documentation. */
export const lintRules = [
  {
    id: "tokens-over",
    level: "error",
    summary: "The rendered skill is larger than what a compaction keeps of one skill, so its end is lost.",
    fix: "Move reference material into files beside SKILL.md and link them, each with a sentence on when to read it.",
  },
  {
    id: "tokens-near",
    level: "warning",
    summary: "The rendered skill is near the limit of one skill, or above it by another way of counting.",
    fix: "Shorten it to the advised size: arguments and the output of commands need room too.",
  },
  {
    id: "rules-cut",
    level: "error",
    summary: "Rules stand behind the place where a compaction cuts the skill.",
    fix: "Move them to the top of the skill, before the workflow.",
  },
  {
    id: "rules-late",
    level: "warning",
    summary: "The skill states rules, none of them on its first screen.",
    fix: "Open the skill with a short section of rules.",
  },
  {
    id: "no-rules",
    level: "note",
    summary: "The skill states no rules that were recognised.",
    fix: "If something must hold, say so at the top: a heading such as Rules, or a line with must, never or always.",
  },
  {
    id: "size-unknown",
    level: "note",
    summary: "The output of !`command` blocks belongs to the skill and is not counted.",
    fix: "Run the lint with --run-commands where the skills are trusted.",
  },
  {
    id: "command-failed",
    level: "warning",
    summary: "A !`command` block failed, or did not end in time.",
    fix: "Make the command work where the skill is used, quickly and with short output.",
  },
  {
    id: "description-over",
    level: "error",
    summary: "description and when_to_use together are longer than an entry of the skill listing, which cuts them.",
    fix: "Shorten them; lead the description with the main trigger.",
  },
  {
    id: "description-missing",
    level: "warning",
    summary: "The skill has no description; its first paragraph stands for it in the listing.",
    fix: "Say in description what the skill does and when to use it.",
  },
  {
    id: "listing-over",
    level: "warning",
    summary:
      "The listing of all linted skills is larger than its budget, so descriptions of the least used are left out.",
    fix: "Shorten descriptions, or take skills that only people call out of it with disable-model-invocation: true.",
  },
  {
    id: "retention-dropped",
    level: "warning",
    summary: "After the invocations of --invoked, a compaction drops the skill whole.",
    fix: "Make the skills that are invoked after it smaller, give them context: fork, or let a hook ask to invoke it again.",
  },
  {
    id: "retention-over",
    level: "note",
    summary: "A session that invokes all linted skills has more than a compaction keeps, so the oldest are dropped.",
    fix: "See with --invoked which ones; make skills smaller, or give them context: fork.",
  },
  {
    id: "frontmatter-invalid",
    level: "error",
    summary: "The frontmatter is no YAML mapping, so the skill has no name, no description and no settings.",
    fix: "Correct the YAML at this place.",
  },
  {
    id: "frontmatter-unquoted",
    level: "warning",
    summary: "A value of the frontmatter is valid only when it is quoted; readers of YAML refuse it.",
    fix: "Put the value in quotes.",
  },
  {
    id: "frontmatter-ignored",
    level: "warning",
    summary: "The frontmatter does not begin at the first byte of the file and may be read as text.",
    fix: "Begin the file with ---, without a blank line or a byte-order mark before it.",
  },
  {
    id: "field-type",
    level: "warning",
    summary: "A field of the frontmatter has a value of another type than documented.",
    fix: "Give the field a value of the documented type.",
  },
  {
    id: "field-unknown",
    level: "note",
    summary: "A field of the frontmatter is not documented.",
    fix: "Check its spelling, or move it below metadata.",
  },
  {
    id: "link-broken",
    level: "warning",
    summary: "A link of the skill leads to no file.",
    fix: "Correct the link, or add the file.",
  },
  {
    id: "hook-output-over",
    level: "error",
    summary: "A hook prints a file that is longer than what is delivered whole; the model gets a path and a preview.",
    fix: "Print a short text, or one that asks the model to invoke the skill again.",
  },
  {
    id: "hook-prints-skill",
    level: "warning",
    summary: "A hook prints a SKILL.md as plain text: no arguments, no commands, no allowed-tools.",
    fix: "Let the hook ask the model to invoke the skill again with the Skill tool.",
  },
  {
    id: "hook-output-unknown",
    level: "note",
    summary: "A hook prints a file whose length is not known here.",
    fix: "Check by hand that its output is below the limit.",
  },
  {
    id: "settings-invalid",
    level: "error",
    summary: "A settings file is no JSON object, so its hooks do not run.",
    fix: "Correct the JSON at this place.",
  },
  {
    id: "unreadable",
    level: "error",
    summary: "A file could not be read as text.",
    fix: "Make it a readable file in UTF-8 of ordinary size.",
  },
] as const satisfies readonly LintRule[];

/** The name of a rule. */
export type LintRuleId = (typeof lintRules)[number]["id"];

/** The rule with this name. */
export function lintRule(id: LintRuleId): LintRule {
  return lintRules.find((rule) => rule.id === id) as LintRule;
}
