import { newestRules } from "../../queries/rule-sets.js";
import type { ReinvokeRow } from "./reinvocations.js";

/**
 * Writes what a `SessionStart` hook prints after a compaction: the skills to invoke again, each with its reason, then as
 * many whole entries of a catalogue as the documented limit of hook output leaves room for. Null where there is nothing.
 *
 * The whole, JSON and its escapes included, stays within that limit (10,000 characters as read on 2026-10-08): above it
 * Claude Code would put a file's path in its place.
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
  const parts = [skillsText(rows), fitting(catalog)].filter((text) => text !== null);
  return parts.length === 0 ? null : output(parts);

  function fitting(entries: readonly string[]): string | null {
    if (entries.length === 0) return null;
    const before = skillsText(rows);
    let [fits, tooMany] = [0, entries.length + 1];
    while (fits + 1 < tooMany) {
      const middle = (fits + tooMany) >> 1;
      const text = catalogText(entries, middle);
      if (output(before === null ? [text] : [before, text]).length <= maxChars) fits = middle;
      else tooMany = middle;
    }
    return catalogText(entries, fits);
  }
}

const output = (parts: readonly string[]): string =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: parts.join("\n\n") },
  });

/** The instruction to the model; null where no skill is to be invoked. Facts of the transcript go in as names only. */
export function skillsText(rows: readonly ReinvokeRow[]): string | null {
  const due = rows.filter(({ invoke, name }) => invoke && name !== null).reverse();
  if (due.length === 0) return null;
  const list = due.map((row, at) => `${at + 1}. ${row.name}: ${because(row)}`);
  return [
    "The context was just compacted. These skills were in use before:",
    ...list,
    `Before any other action, invoke ${due.length === 1 ? "it" : "each of them"} once with the Skill tool${due.length === 1 ? "" : ", in this order"}, without arguments: those of then are out of date.`,
    "This is to read the rules again, not to do the work again: do not start a skill's procedure anew, do not repeat a step that was done, and go on with the task in hand under these rules.",
    "If the tool says that a skill is loaded already and only its beginning is here, read its SKILL.md. If the tool refuses one, say so to the user and go on without it.",
  ].join("\n");
}

function because({ fate, reason, grade }: ReinvokeRow): string {
  const maybe = grade === "inferred" || grade === "unknown";
  if (fate === "kept") return "its text came back as it was when it ran, which may be out of date";
  if (fate === "truncated") return `cut, only its beginning ${maybe ? "is expected to be" : "was brought"} back`;
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
  const head = "Skills that are there to be used, which a compaction takes from sight:";
  const rest =
    out === 0
      ? []
      : [`(${out} of ${entries.length} entries of the catalogue are left out: there is no room for them here.)`];
  return [head, ...entries.slice(0, count), ...rest].join("\n");
}
