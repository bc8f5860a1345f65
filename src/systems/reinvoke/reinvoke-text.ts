import { newestRules } from "../../queries/rule-sets.js";
import type { ReinvokeRow } from "./reinvocations.js";

/**
 * Writes what a `SessionStart` hook prints after a compaction: the skills to invoke again, each with its reason, then as
 * many whole entries of a catalogue as the documented limit of hook output leaves room for. Null where there is nothing.
 *
 * The whole, JSON and its escapes included, stays within `maxChars` (default: the newest rule set's, 10,000 characters as
 * read on 2026-10-08): in place of more Claude Code would deliver a preview and the path of a file. Where there is no room
 * for all skills, those used longest ago are left out. Of a transcript nothing is in it but names of skills.
 *
 * @example
 * const rows = reinvocations(await sessionEnd(path, { cache: false }), { at: "last" });
 * const { hookSpecificOutput } = JSON.parse(reinvokeOutput(rows, ["- release: before a tag"]) ?? "{}");
 * hookSpecificOutput.additionalContext.split("\n")[1]; // => "1. review: lost, it was invoked by an earlier process of this session"
 */
export function reinvokeOutput(
  rows: readonly ReinvokeRow[],
  catalog: readonly string[] = [],
  maxChars: number = newestRules.value.hookChars,
): string | null {
  const fits = (...parts: string[]): boolean => output(parts).length <= maxChars;
  const due = rows.filter(({ invoke, name }) => invoke && name !== null);
  const skills = mostThatFit(due.length, (count) => fits(skillsText(due.slice(0, count))));
  const parts = skills === 0 ? [] : [skillsText(due.slice(0, skills))];
  const entries = mostThatFit(catalog.length, (count) => fits(...parts, catalogText(catalog, count)));
  if (catalog.length > 0 && fits(...parts, catalogText(catalog, entries))) parts.push(catalogText(catalog, entries));
  return parts.length === 0 ? null : output(parts);
}

const output = (parts: readonly string[]): string =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: parts.join("\n\n") },
  });

/** The largest number up to `count` that fits; 0 where none does. */
function mostThatFit(count: number, fits: (count: number) => boolean): number {
  let [most, tooMany] = [0, count + 1];
  while (most + 1 < tooMany) {
    const middle = (most + tooMany) >> 1;
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

/** The most recently used stands last: what is invoked last is what the next compaction keeps first. */
function skillsText(due: readonly ReinvokeRow[]): string {
  const list = due.toReversed().map((row, at) => `${at + 1}. ${row.name}: ${because(row)}`);
  const them =
    due.length === 1 ? "it once with the Skill tool" : "each of them once with the Skill tool, in this order";
  return [
    "The context was just compacted. These skills were in use before:",
    ...list,
    `Before any other action, invoke ${them}, without arguments: those of then are out of date.`,
    "This is to read the rules again, not to do the work again: do not start a skill's procedure anew, do not repeat a step that was done, and go on with the task in hand under these rules.",
    "If the tool says that a skill is loaded already and only its beginning is here, read its SKILL.md. If the tool refuses one, say so to the user and go on without it.",
  ].join("\n");
}

function because({ fate, reason, grade }: ReinvokeRow): string {
  if (fate === "kept") return "its text came back as it was when it ran, which may be out of date";
  if (fate === "truncated")
    return grade === "inferred" || grade === "unknown"
      ? "cut, only its beginning is expected to be back"
      : "cut, only its beginning was brought back";
  switch (reason) {
    case "over-budget":
      return "lost, skills that were used later took the room there is for skills";
    case "other-process":
      return "lost, it was invoked by an earlier process of this session";
    default:
      return "lost, nothing shows that it came back";
  }
}

function catalogText(entries: readonly string[], count: number): string {
  const out = entries.length - count;
  return [
    "Skills that are there to be used, which a compaction takes from sight:",
    ...entries.slice(0, count),
    ...(out === 0
      ? []
      : [`(${out} of ${entries.length} entries of the catalogue are left out: there is no room for them here.)`]),
  ].join("\n");
}
