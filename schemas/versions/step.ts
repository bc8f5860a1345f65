import type * as z from "zod";

/** An entry as parsed, of any version. */
export type RawEntry = Record<string, unknown>;

/** One change of the shape of something that exists before and after it; `Step` is a change with its past shape. */
export interface Change {
  /** First CLI version seen with the newer shape; null for a spelling that is not bound to a version. */
  version: string | null;
  /** Short name, unique among the steps. */
  name: string;
  /** What changed, from what to what. */
  changed: string;
  /** What the step rests on, and when it was seen. */
  source: string;
  /** True for an entry in the past shape. Decides on `type` and one or two keys; never throws. */
  applies(raw: RawEntry): boolean;
  /** Gives a new entry in the newer shape. Absent where the past says less or other things, so that nothing can be made of it. */
  lift?(raw: RawEntry): RawEntry;
}

export interface Step extends Change {
  /** The past shape of what changed. */
  past: z.ZodType;
}
