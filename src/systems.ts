/** Door `./systems`: whole systems that are built on the library. Node only. */
export type { ListingSize } from "./systems/lint/check-listing.js";
export type { RetentionRow } from "./systems/lint/check-retention.js";
export type { LintFinding } from "./systems/lint/finding.js";
export { type LintOptions, type LintReport, lint } from "./systems/lint/lint.js";
export { type LintLevel, type LintRule, type LintRuleId, lintRules } from "./systems/lint/lint-rules.js";
export type { SkillSize } from "./systems/lint/skill-size.js";
export { toAnnotations } from "./systems/lint/to-annotations.js";
export { type SarifLog, toSarif } from "./systems/lint/to-sarif.js";
