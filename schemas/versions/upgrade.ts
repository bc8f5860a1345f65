import { changes } from "./changes.js";
import type { Change, RawEntry } from "./step.js";

type Lift = Required<Pick<Change, "applies" | "lift">>;

const lifts = Object.values(changes).filter((change): change is Change & Lift => change.lift !== undefined);

/**
 * Lifts an entry of any version to the newest shape, so that readers know one shape only.
 *
 * Goes by the shape, because many entries have no `version` and one file mixes versions; no step needs the version to
 * decide a tie so far. Returns the very same object where nothing applies, else a new one: the entry is never changed.
 * Applied twice it gives the same as once. Never throws.
 */
export function upgrade(raw: RawEntry): RawEntry {
  let entry = raw;
  for (const change of lifts) if (change.applies(entry)) entry = change.lift(entry);
  return entry;
}
