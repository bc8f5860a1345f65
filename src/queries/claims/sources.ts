/** Where the claims were made, and when: published, or read where no day of publication is known. */
/* @__NO_SIDE_EFFECTS__ */
const source = (source: string, date: string) => ({ source, date });

export const docsOfAugust = source("documentation mirror (CLI 2.1.240)", "2026-08-22");
export const docsOfSeptember = source("documentation pages, copies of September (CLI up to 2.1.285)", "2026-09-06");
export const docsOfOctober = source("documentation pages, copy of October", "2026-10-08");
export const july = source(
  'article "What survives compaction in Claude Code — and how to keep your rules alive"',
  "2026-07",
);
export const laboratory = source('article "What survives /compact in Claude Code" (CLI 2.1.285)', "2026-09-30");
export const skillsArticle = source('article "What Claude Code Keeps of Your Skills After Compaction"', "2026-11-29");
export const handoverArticle = source("article on hand-over notes for sessions that run for days", "2026-11-29");
export const lifecycleArticle = source(
  'article "Claude Code Skills Deep Dive (8): From Loading to Compaction"',
  "2026-11-29",
);
export const changelog = (version: string) => source(`changelog of anthropics/claude-code, ${version}`, "2026-08-22");
export const issue = (number: number) => source(`anthropics/claude-code#${number}`, "2026-11-29");
export const newestTranscripts = source("public transcripts and reports of CLI 2.1.252 to 2.1.310", "2026-11-29");
export const sdkTypes = source("type declarations of the agent SDK, 0.3.332", "2026-11-29");
export const sdkReport = source("linkcode#76 (agent SDK 0.3.179)", "2026-11-29");
export const streamReport = source("openclaw#138010", "2026-11-29");
