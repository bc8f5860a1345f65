import type { SurvivalRow } from "../../queries/survival.js";
import { mergeSurvival } from "../merge-survival.js";
import { count } from "../table.js";
import { verbOf } from "../verb.js";

export const survivalVerb = verbOf<SurvivalRow>({
  name: "survival",
  summary: "how often files, skills, hooks, … survived, by what",
  question:
    "How often did files, instructions, skills, hooks and listings survive a compaction, and on what does it hang?",
  example: "tidemark survival ~/.claude/projects",
  query: async (timeline) => (await import("../../queries/survival.js")).survival(timeline),
  merge: mergeSurvival,
  columns: {
    item: "item",
    by: "by",
    value: "value",
    survived: (row) => `${count(row.survived)}/${count(row.n)}`,
    rate: ({ rate }) => (rate === null ? null : percent(rate)),
    "95 %": ({ low, high }) => (low === null || high === null ? null : `${percent(low)} to ${percent(high)}`),
    "in part": (row) => row.truncated || null,
    unjudged: (row) => row.unjudged || null,
  },
  none: "nothing met a compaction",
});

const percent = (share: number): string => `${Math.round(share * 100)} %`;
