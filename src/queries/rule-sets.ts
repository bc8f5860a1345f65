import type { Sourced } from "./rules.js";

/** The documented limits of one day: what a compaction keeps, and what hooks and listings may bring. */
export interface RuleSet {
  name: string;
  /** Tokens kept of one re-attached skill: its head. */
  skillTokens: number;
  /** Tokens kept of all re-attached skills, filled from the most recent invocation. */
  skillsTotalTokens: number;
  /** Files read again, most recently modified first; null where the documentation of that day has no such row. */
  files: number | null;
  /** A file above this many tokens comes back as a path only. */
  fileTokens: number | null;
  /** Characters of hook output that are delivered whole. */
  hookChars: number;
  /** Characters of the preview in place of more; null where not documented. */
  hookPreviewChars: number | null;
  /** Characters of one entry of the skill listing. */
  listingEntryChars: number;
  /** Share of the context window that the listing may take. */
  listingShare: number;
}

/** Rule sets, oldest first. */
export const ruleSets: readonly Sourced<RuleSet>[] = [
  {
    source: "documentation mirror: skills, context-window, hooks (CLI 2.1.240)",
    date: "2026-08-22",
    value: {
      name: "2026-08-22",
      skillTokens: 5_000,
      skillsTotalTokens: 25_000,
      files: null,
      fileTokens: null,
      hookChars: 10_000,
      hookPreviewChars: null,
      listingEntryChars: 1_536,
      listingShare: 0.01,
    },
  },
  {
    source: "documentation pages: context-window, skills, hooks, copies of 2026-09-06 to 2026-10-08 (CLI 2.1.285)",
    date: "2026-10-08",
    value: {
      name: "2026-10-08",
      skillTokens: 5_000,
      skillsTotalTokens: 25_000,
      files: 5,
      fileTokens: 5_000,
      hookChars: 10_000,
      hookPreviewChars: 2_000,
      listingEntryChars: 1_536,
      listingShare: 0.01,
    },
  },
];

/** The newest rule set. */
export const newestRules = ruleSets[ruleSets.length - 1] as Sourced<RuleSet>;

/** Estimates the tokens of a text. */
export type Estimate = (text: string) => number;

/** A token for four characters, rounded, as one reporter measured the re-attachment budget from outside (2026-09). */
export const charsByFour: Estimate = (text) => Math.round(text.length / 4);

/** Nearer to a tokenizer for prose and code: counts words, numbers, punctuation and wide characters. */
export const byWords: Estimate = (text) => {
  let tokens = 0;
  for (const word of text.match(
    /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\p{L}\p{M}]+|\p{N}{1,3}|[^\s\p{L}\p{N}]+|\n+/gu,
  ) ?? [])
    tokens += /^\p{L}/u.test(word) ? Math.ceil(word.length / 6) : Math.ceil(word.length / 3);
  return tokens;
};
