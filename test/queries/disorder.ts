import type { Fault } from "../../src/testing.js";

/** Faults that leave a session readable but out of order: every query has an answer for it. */
export const disorder: Fault[] = [
  "copy",
  "cycle",
  "torn-line",
  "wrong-field",
  "unknown-attachment",
  "stray-session",
  "late-flush",
  "foreign-row",
  "detour",
];
