import { inferred, unknown } from "../../queries/row.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { count, plural } from "../../show/count.js";
import { listingCharsPerToken } from "./advice.js";
import { finding, type LintFinding } from "./finding.js";
import type { Skill } from "./skill.js";

/** What the listing of all linted skills takes of its budget. */
export interface ListingSize {
  /** Skills that it names: those that the model can invoke. */
  entries: number;
  /** Characters of all entries, each cut to the limit of one. */
  chars: number;
  /** Characters that a window of this size gives to it. */
  limitChars: number;
  windowTokens: number;
}

/** Holds the description of one skill against the limit of an entry. */
export function checkDescription(
  { kind, file, fields, listed, inListing }: Skill,
  rules: Sourced<RuleSet>,
): LintFinding[] {
  if (!inListing) return [];
  const field = fields.get("description") ?? fields.get("when_to_use");
  if (field === undefined) {
    if (kind === "command") return [];
    const message = "The skill has no description.";
    return [finding("description-missing", { file, line: 1, message })];
  }
  const limit = rules.value.listingEntryChars;
  if (listed.length <= limit) return [];
  const message = `description and when_to_use have ${count(listed.length)} characters, above the ${count(limit)} of an entry: the last ${count(listed.length - limit)} are lost.`;
  const why = `Limit as read on ${rules.date}; three characters are counted for what joins the two, which is not documented.`;
  return [finding("description-over", { file, line: field.line, message, ...inferred(why) })];
}

const shown = 3;

/** Measures the listing of the linted skills, and holds it against the share of a context window. */
export function checkListing(
  skills: readonly Skill[],
  windowTokens: number,
  rules: Sourced<RuleSet>,
): { listing: ListingSize; findings: LintFinding[] } {
  const entries = skills
    .filter(({ inListing }) => inListing)
    .map((skill) => ({ ...skill, chars: entryOf(skill, rules.value.listingEntryChars).length }))
    .sort((a, b) => b.chars - a.chars);
  const chars = entries.reduce((sum, entry) => sum + entry.chars, 0);
  const limitChars = Math.floor(windowTokens * rules.value.listingShare * listingCharsPerToken.value);
  const listing = { entries: entries.length, chars, limitChars, windowTokens };
  const [longest] = entries;
  if (chars <= limitChars || longest === undefined) return { listing, findings: [] };
  const names = entries.slice(0, shown).map((entry) => `${entry.name} (${count(entry.chars)})`);
  const message = `The listing of ${plural(entries.length, "skill")} takes ${count(chars)} characters, above the ${count(limitChars)} that a window of ${count(windowTokens)} tokens gives to it. Longest: ${names.join(", ")}.`;
  const why = `Share as read on ${rules.date}; which skills are used least, and what else is installed, is not known here.`;
  const line = longest.fields.get("description")?.line ?? 1;
  return { listing, findings: [finding("listing-over", { file: longest.file, line, message, ...unknown(why) })] };
}

/** An entry as transcripts show it, with the break after it. */
const entryOf = ({ name, listed }: Skill, limit: number): string => `- ${name}: ${listed.slice(0, limit)}\n`;
