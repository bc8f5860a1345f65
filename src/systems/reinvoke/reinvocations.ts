import type { SessionEnd } from "../../node/session-end.js";
import { type Row, rowOf } from "../../queries/row.js";
import type { MissingReason } from "../../queries/verdict.js";
import { checkCount, checkWord } from "../../read/wrong-use.js";
import { hasBaseDirectory } from "../../timeline/skill-directory.js";
import { lastCompaction, newestCompaction } from "../newest-compaction.js";
import { isSkillName } from "../skill-name.js";
import { type SkillInUse, skillsInUse } from "../skills-in-use.js";
import { builtInCommands } from "./built-in-commands.js";

/** One skill that was in use when the conversation was compacted, and whether it is to be invoked again. */
export interface ReinvokeRow extends Row {
  /** Null where it can't be the name of a skill, and is passed on to nobody. */
  name: string | null;
  /** By last use, the most recent is 1. */
  order: number;
  fate: "kept" | "truncated" | "lost";
  /** Of a loss, as in `missing`; null elsewhere. */
  reason: MissingReason | null;
  /** Null where it was invoked before what was read of the file. */
  invokedBy: "user" | "model" | null;
  /** Line that sent or brought back its text last, before the compaction. */
  lastUse: number;
  /** Ordinal of the compaction; null where it is not in the file yet. */
  boundary: number | null;
  invoke: boolean;
  /** Why it is not to be invoked; null where it is. */
  left: "came-back" | "not-asked" | "not-allowed" | "built-in" | "no-name" | "beyond-max" | null;
}

/** Which skills `reinvocations` names. */
export interface ReinvokeOptions {
  /** How many at most, the most recently used; default 3, so that they fit into what the next compaction keeps. */
  max?: number;
  /** Names of the skills that may be invoked again; default: any. */
  allow?: readonly string[];
  /** `lost`, `truncated`, or `all`, what came back whole too; default: what was lost or truncated. */
  only?: "lost" | "truncated" | "all";
  /** `now`: the compaction that has just happened, in the file or not (default); `last`: the last one in the file. */
  at?: "now" | "last";
}

/**
 * Lists the skills that were in use when a conversation was compacted, the most recently used first, and says which of
 * them to invoke again: what was lost, and what came back without its end.
 *
 * Skills count that the model or a person invoked and that were not refused, in the conversation itself and not in a
 * subagent. Not invoked again are commands of the program, and what does not look like the name of a skill. Without a
 * compaction that is in the file, or as long as the file does not show what came back, the fates are foreseen from the
 * documented budget (`inferred`). Throws a `TranscriptError` where an option is none of its values.
 *
 * Known gaps: what an earlier compaction lost and was not used since is in use no more; whether the model may invoke a
 * skill (`disable-model-invocation`) is not recorded; a built-in command is known by its name.
 *
 * @example
 * const end = await sessionEnd(path, { cache: false });
 * reinvocations(end, { at: "last" }).map((row) => [row.name, row.fate, row.invoke]); // => [["review", "lost", true], ["deploy", "kept", false]]
 */
export function reinvocations(
  { timeline, earlier }: Pick<SessionEnd, "timeline" | "earlier">,
  { max = 3, allow, only, at = "now" }: ReinvokeOptions = {},
): ReinvokeRow[] {
  checkCount("max", max, 0);
  checkWord("at", at, ["now", "last"]);
  if (only !== undefined) checkWord("only", only, ["lost", "truncated", "all"]);
  const compaction = at === "last" ? lastCompaction(timeline) : newestCompaction(timeline);
  const allowed = allow === undefined ? null : new Set(allow.map((name) => name.replace(/^\//, "")));
  let left = max;
  return skillsInUse(timeline, compaction).map((skill, index): ReinvokeRow => {
    const { name, fate, reason, judgement, held, lastUse, back } = skill;
    const why = whyNot(skill, only, allowed) ?? (left-- > 0 ? null : "beyond-max");
    return {
      name: isSkillName(name) ? name : null,
      order: index + 1,
      fate,
      reason,
      invokedBy: held?.latest.invokedBy ?? null,
      lastUse: lastUse.place.line,
      boundary: compaction === null ? null : earlier + compaction.boundary.ordinal,
      invoke: why === null,
      left: why,
      ...rowOf(timeline, lastUse, judgement, ...[back, compaction?.boundary].filter((one) => one != null)),
    };
  });
}

function whyNot(
  { name, fate, held }: SkillInUse,
  only: ReinvokeOptions["only"],
  allowed: ReadonlySet<string> | null,
): ReinvokeRow["left"] {
  if (!isSkillName(name)) return "no-name";
  // The body of a skill on disk names its directory; a command of the program has none, nor has a custom command.
  if (builtInCommands.value.has(name) && (held?.body == null || !hasBaseDirectory(held.body.text))) return "built-in";
  if (allowed !== null && !allowed.has(name)) return "not-allowed";
  if (only === "all" || fate === only) return null;
  if (fate === "kept") return "came-back";
  return only === undefined ? null : "not-asked";
}
