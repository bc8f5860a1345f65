import { mergeSurvival } from "../../queries/merge-survival.js";
import type { SurvivalRow } from "../../queries/survival.js";
import { survivalColumns } from "../../show/columns/survival.js";
import { verbOf } from "../verb.js";

export const survivalVerb = verbOf<SurvivalRow>({
  name: "survival",
  question:
    "How often did files, instructions, skills, hooks and listings survive a compaction, and what does it depend on?",
  example: "tidemark survival ~/.claude/projects",
  next: ["tidemark claims", "what the documentation says of it, tested"],
  withoutPath: "all sessions",
  query: async (timeline) => (await import("../../queries/survival.js")).survival(timeline),
  merge: mergeSurvival,
  columns: survivalColumns,
  none: "nothing met a compaction",
});
