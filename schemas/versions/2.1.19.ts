import type { Change } from "./step.js";

/** No lift: the words `high` and `none` were never told apart in tokens. */
export const thinkingBudget: Change = {
  version: "2.1.19",
  name: "thinking-budget",
  changed: "thinkingMetadata {level, disabled, triggers} becomes {maxThinkingTokens}; gone after 2.1.42",
  source: "Public transcripts: level in 1.0.117 to 2.1.17 (902 prompts), maxThinkingTokens in 2.1.19 to 2.1.42 (824)",
  applies(raw) {
    return raw.type === "user" && (raw.thinkingMetadata as { level?: unknown } | null | undefined)?.level !== undefined;
  },
};
