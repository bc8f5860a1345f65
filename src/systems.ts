/** Door `./systems`: what runs beside sessions: hooks, checks, a laboratory. Node only. */

export { type KeepOptions, keepForecast } from "./systems/forecast/keep-forecast.js";
export type { KeptForecast } from "./systems/forecast/kept-forecast.js";
export { type Losses, lossesOf, lossLine } from "./systems/forecast/losses.js";
export { type LossAhead, lossesAhead } from "./systems/forecast/losses-ahead.js";
export { type StatusLine, statusLine } from "./systems/forecast/status-line.js";
export { type StopWarningOptions, stopWarning } from "./systems/forecast/stop-warning.js";
export {
  type HandoverCheckOptions,
  type HandoverCheckRow,
  handoverCheck,
} from "./systems/handover/check-handover.js";
export {
  type DeliveredHandover,
  type DeliverHandoverOptions,
  deliverHandover,
} from "./systems/handover/deliver-handover.js";
export type { HandoverSession } from "./systems/handover/handover-session.js";
export type {
  Note as HandoverNote,
  NoteHead as HandoverNoteHead,
  NoteLine as HandoverNoteLine,
  NoteSection as HandoverNoteSection,
} from "./systems/handover/note.js";
export { handoverFolder, notesIn as handoverNotes } from "./systems/handover/note-files.js";
export {
  type WriteHandoverOptions,
  type WrittenHandover,
  writeHandover,
} from "./systems/handover/write-handover.js";
export { type HookInput, hookInput } from "./systems/hook-input.js";
export type { LabAnswerRow } from "./systems/lab/answers.js";
export type { LabChange, Times as LabTimes } from "./systems/lab/compare-versions.js";
export type { Spent as LabSpent } from "./systems/lab/cost.js";
export { type InitOptions as LabInitOptions, initLab, type LabFiles } from "./systems/lab/init-lab.js";
export { labHtml } from "./systems/lab/lab-html.js";
export { labMarkdown } from "./systems/lab/lab-markdown.js";
export type { PlanOptions as LabPlanOptions } from "./systems/lab/lab-plan.js";
export {
  type LabCarrierRow,
  type LabNumbersRow,
  type LabReport,
  type LabRun,
  labReport,
} from "./systems/lab/lab-report.js";
export type { RunManifest as LabManifest } from "./systems/lab/manifest.js";
export type { Place as LabPlace } from "./systems/lab/marks.js";
export type { LabRow } from "./systems/lab/observe.js";
export { type LabCommands, labCommands } from "./systems/lab/plan.js";
export { type LabOptions, type LabOutcome, runLab } from "./systems/lab/run-lab.js";
export type { ListingSize } from "./systems/lint/check-listing.js";
export type { RetentionRow } from "./systems/lint/check-retention.js";
export type { LintFinding } from "./systems/lint/finding.js";
export { type LintOptions, type LintReport, lint } from "./systems/lint/lint.js";
export { type LintLevel, type LintRule, type LintRuleId, lintRules } from "./systems/lint/lint-rules.js";
export type { SkillSize } from "./systems/lint/skill-size.js";
export { toAnnotations } from "./systems/lint/to-annotations.js";
export { type SarifLog, toSarif } from "./systems/lint/to-sarif.js";
export { type ExportedOtel, type ExportOtelOptions, exportOtel } from "./systems/otel/export-otel.js";
export { catalogEntries } from "./systems/reinvoke/catalog.js";
export { type ReinvokeOptions, type ReinvokeRow, reinvocations } from "./systems/reinvoke/reinvocations.js";
export { type ReinvokeAnswer, type ReinvokeHookOptions, reinvokeHook } from "./systems/reinvoke/reinvoke-hook.js";
export { reinvokeOutput } from "./systems/reinvoke/reinvoke-text.js";
export { type ReportOptions, reportHtml } from "./systems/report/report-html.js";
export { type MarkdownReportOptions, reportMarkdown } from "./systems/report/report-markdown.js";
export { type HookSystem, hookSystems } from "./systems/setup/hook-systems.js";
export { pluginFiles, writePlugin } from "./systems/setup/plugin-folder.js";
export {
  addToSettings,
  removeFromSettings,
  type SettingsFileChange,
  type SetupOptions,
} from "./systems/setup/settings-file.js";
export { type SettingsChange, settingsBlock, withoutSystems, withSystems } from "./systems/setup/settings-text.js";
export type { CompactionRecord } from "./systems/telemetry/compaction-record.js";
export {
  type CompactionRecords,
  type CompactionRecordsOptions,
  compactionRecords,
} from "./systems/telemetry/compaction-records.js";
export { type CompactionGroup, type CompactionTotal, compactionTotals } from "./systems/telemetry/compaction-totals.js";
export {
  type RecordCompactionOptions,
  type RecordedCompaction,
  recordCompaction,
} from "./systems/telemetry/record-compaction.js";
