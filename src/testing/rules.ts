/**
 * Limits that the builder applies when it writes what comes back after a boundary.
 *
 * Sources: code.claude.com/docs, pages "context window", "skills" and "hooks", copies of 2026-09-06 to 2026-10-08;
 * the estimate of tokens and the drop of the oldest skill: anthropics/claude-code issue 96168 (CLI 2.1.280);
 * the line after a cut skill body: a public transcript of CLI 2.1.252, 2026-09-01.
 */
export const limits = {
  asOf: "2026-10-08",
  /** Characters of one token in the client's own estimate. */
  charsPerToken: 4,
  /** Tokens of one re-attached skill body; the rest is cut. */
  skillTokens: 5_000,
  /** Tokens of all re-attached skill bodies; the oldest are dropped whole. */
  allSkillTokens: 25_000,
  /** Last line of a skill body that was cut. */
  skillCutLine:
    "\n\n[... skill content truncated for compaction; use Read on the skill path if you need the full text]",
  /** Files that are read again, most recently modified first. */
  files: 5,
  /** A file above this many tokens comes back as a reference. */
  fileTokens: 5_000,
  /** Characters of a hook's output that reach the model. */
  hookChars: 10_000,
  /** Characters shown of a hook's output that was too long. */
  hookPreviewChars: 2_000,
} as const;

/** The client's own estimate of the tokens of a text. */
export function estimatedTokens(text: string): number {
  return Math.round(text.length / limits.charsPerToken);
}
