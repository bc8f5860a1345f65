import { records } from "../../schemas/versions/recording.js";
import type { Cluster } from "../timeline/clusters.js";
import { type Judgement, unknown } from "./row.js";

/** Why something that was in context did not come back after a compaction. */
export type MissingReason =
  | "other-process"
  | "over-budget"
  | "truncated"
  | "beyond-file-limit"
  | "path-only"
  | "not-reinjected"
  | "hook-not-run"
  | "hook-capped"
  | "summary-only"
  | "not-recorded"
  | "unknown";

/** A reason with the grade of giving it. */
export interface Verdict {
  reason: MissingReason;
  judgement: Judgement;
}

export const verdict = (reason: MissingReason, judgement: Judgement): Verdict => ({ reason, judgement });

export const noReason = (why: string): Verdict => verdict("unknown", unknown(why));

/**
 * Says why nothing can be told from the absence of a carrier; null where its absence after this boundary means something.
 * `carrier` is a kind of entry such as `attachment/file`.
 */
export function silence({ boundary, summary }: Cluster, carrier: string): Verdict | null {
  const version = boundary.cliVersion;
  const recorded = records(version, carrier);
  if (recorded === "no")
    return verdict("not-recorded", unknown(`CLI ${version} does not write ${carrier}, so its absence proves nothing.`));
  if (recorded === "unknown")
    return noReason(
      version === null
        ? "The boundary names no CLI version, so it is not known what would be recorded."
        : `It is not known whether CLI ${version} writes ${carrier}, so its absence proves nothing.`,
    );
  const partial =
    (summary !== null && summary.direction !== null) ||
    (boundary.kept !== null && boundary.kept.anchor === boundary.place.uuid);
  return partial ? noReason("A rewind's partial compaction was seen to bring back kept messages only.") : null;
}
