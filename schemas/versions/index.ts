import { checkEntry, type EntryCheck, type Problem } from "../entry.js";
import { knownKinds } from "../kinds.js";
import { problemsOf } from "../problems.js";
import { changes } from "./changes.js";
import { compareVersions } from "./compare.js";
import { past } from "./past.js";
import { records } from "./recording.js";
import type { RawEntry, Step } from "./step.js";

/** The changes of shape, in their order, with the past shape of each. */
export const steps: readonly Step[] = Object.entries(changes).map(([name, change]) => ({
  ...change,
  past: past[name as keyof typeof changes],
}));

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
