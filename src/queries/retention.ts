import type { RuleSet } from "./rule-sets.js";

/** What a compaction keeps of one skill. */
export interface Retained {
  /** Estimated tokens that come back; 0 where it is dropped. */
  keptTokens: number;
  /** Kept whole, cut to its head, or dropped whole. */
  fate: "keep" | "cut" | "drop";
}

/**
 * What a rule set keeps of skills of these sizes in tokens, the most recently invoked first: each cut to the limit of one;
 * the first that does not fit into the limit of all is dropped, and every older one with it.
 */
export function retention(sizes: Iterable<number>, { skillTokens, skillsTotalTokens }: RuleSet): Retained[] {
  let left = skillsTotalTokens;
  return Array.from(sizes, (tokens) => {
    const charged = Math.min(tokens, skillTokens);
    const fits = charged <= left;
    left = fits ? left - charged : -1;
    return { keptTokens: fits ? charged : 0, fate: !fits ? "drop" : tokens > skillTokens ? "cut" : "keep" };
  });
}
