import type { Fault } from "../../src/testing.js";

/** Faults that leave a session readable but out of order: every query has an answer for it. */
export const disorder: Fault[] = [
  "copy",
  "dangling-parent",
  "cycle",
  "forward-parent",
  "torn-line",
  "joined-lines",
  "wrong-field",
  "unknown-attachment",
  "stray-session",
  "late-flush",
  "foreign-row",
  "detour",
];
