import { checkEntry, type EntryCheck, type Problem } from "../entry.js";
import { knownKinds } from "../kinds.js";
import { problemsOf } from "../problems.js";
import { cacheCreationSplit } from "./1.0.98.js";
import { thinkingBudget } from "./2.1.19.js";
import { agentTool } from "./2.1.63.js";
import { hookContextList } from "./2.1.104.js";
import { apiErrorRequestId, invokedSkillObjects } from "./2.1.159.js";
import { autoModeSettings } from "./2.1.211.js";
import { boundaryWithoutMeta } from "./2.1.215.js";
import { forkedFromObject } from "./2.1.283.js";
import { compareVersions } from "./compare.js";
import { records } from "./recording.js";
import type { RawEntry, Step } from "./step.js";
import { streamSpelling } from "./stream-spelling.js";

/**
 * Changes of shape in the order of the CLI versions that brought them, the stream's spelling first.
 * What merely began or ceased to be written stands in `recording`.
 */
export const steps: readonly Step[] = [
  streamSpelling,
  cacheCreationSplit,
  thinkingBudget,
  agentTool,
  hookContextList,
  invokedSkillObjects,
  apiErrorRequestId,
  autoModeSettings,
  boundaryWithoutMeta,
  forkedFromObject,
];

type Lift = Required<Pick<Step, "applies" | "lift">>;

const lifts = steps.filter((step): step is Step & Lift => step.lift !== undefined);

/**
 * Lifts an entry of any version to the newest shape, so that readers know one shape only.
 *
 * Goes by the shape, because many entries have no `version` and one file mixes versions; no step needs the version to
 * decide a tie so far. Returns the very same object where nothing applies, else a new one: the entry is never changed.
 * Applied twice it gives the same as once. Never throws.
 */
export function upgrade(raw: RawEntry): RawEntry {
  let entry = raw;
  for (const step of lifts) if (step.applies(entry)) entry = step.lift(entry);
  return entry;
}

/** What a CLI version writes, as far as it is known. */
export interface VersionSchema {
  version: string;
  /** Steps that are later than this version, so that their past shape is the right one. */
  steps: readonly Step[];
  /** Kinds that this version can have written: all but those that are known not to be there. */
  kinds: readonly string[];
  /**
   * Checks an entry against the shapes of this version: the past one where a step is later, else the newest.
   * A kind that the version doesn't write is a problem of `type`, and so is a shape that it had already left.
   */
  check(raw: RawEntry): EntryCheck;
}

/** The shapes of one CLI version, such as `2.1.104`. */
export function schemaFor(version: string): VersionSchema {
  const later = steps.filter((step) => step.version === null || compareVersions(step.version, version) > 0);
  return {
    version,
    steps: later,
    kinds: knownKinds.filter((kind) => records(version, kind) !== "no"),
    check(raw) {
      let entry = raw;
      const problems: Problem[] = [];
      for (const step of later) {
        if (!step.applies(entry)) continue;
        problems.push(...problemsOf(step.past, entry));
        entry = step.lift?.(entry) ?? entry;
      }
      const newest = checkEntry(entry);
      if (records(version, newest.kind) === "no") {
        problems.push({ path: "type", message: `CLI ${version} doesn't write ${newest.kind}` });
      }
      return { ...newest, problems: [...problems, ...newest.problems] };
    },
  };
}
