export { type RedactOptions, redact } from "./export/redact.js";
export { type SqlQuery, sqlQueries } from "./export/sql-queries.js";
export { clickhouseView } from "./export/sql-views.js";
export { type Column, type ColumnType, columnsOf, schemaVersion, type Table, type Value } from "./export/table.js";
export { exportTables, type TableName } from "./export/tables.js";
export { type ColumnValues, toColumns } from "./export/to-columns.js";
export { type BoundaryRow, boundaries } from "./queries/boundaries.js";
export { type BranchRow, branches } from "./queries/branches.js";
export { type BudgetOptions, type BudgetRow, budget } from "./queries/budget.js";
export { type BudgetDeviationRow, budgetDeviations } from "./queries/budget-deviations.js";
export { type CheckRow, check } from "./queries/check.js";
export { type ClaimRow, claims } from "./queries/claims.js";
export { type ConflictingText, type ConflictRow, type ConflictsOptions, conflicts } from "./queries/conflicts.js";
export { type ContextOptions, type ContextRow, context, type Point } from "./queries/context.js";
export { type ContextChangeOptions, type ContextChangeRow, contextChange } from "./queries/context-change.js";
export { type DirectoryRow, directories } from "./queries/directories.js";
export { type DriftRow, drift } from "./queries/drift.js";
export { type ForecastOptions, type ForecastRow, forecast } from "./queries/forecast.js";
export { type ForecastScoreRow, forecastScore } from "./queries/forecast-score.js";
export type { Speaker, Topic } from "./queries/handover/finding.js";
export { type HandoverOptions, type HandoverWindow, handoverWindow } from "./queries/handover/window.js";
export { type HandoverRow, handover } from "./queries/handover.js";
export { type ConfiguredHook, hooksOfSettings } from "./queries/hook-settings.js";
export { type HookRow, type HooksOptions, hooks } from "./queries/hooks.js";
export { type LineageRow, lineage } from "./queries/lineage.js";
export { type ListingRow, listings } from "./queries/listings.js";
export { type MessageRow, messages } from "./queries/messages.js";
export { type MissingRow, missing } from "./queries/missing.js";
export type { Phase, Source as ContentSource } from "./queries/provenance.js";
export { type ReturnedRow, returned } from "./queries/returned.js";
export type { Grade, Row } from "./queries/row.js";
export { byWords, charsByFour, type Estimate, newestRules, type RuleSet, ruleSets } from "./queries/rule-sets.js";
export type { Sourced } from "./queries/rules.js";
export { type RunRow, runs } from "./queries/runs.js";
export type { TextSource } from "./queries/sent-texts.js";
export { type SessionRow, session } from "./queries/session.js";
export { type SkillRow, skills } from "./queries/skills.js";
export { type SurvivalRow, survival } from "./queries/survival.js";
export { type ToolRow, tools } from "./queries/tools.js";
export {
  type CarrierMarkersRow,
  markersByCarrier,
  onlyInSummary,
  type TraceRow,
  trace,
  traceSource,
} from "./queries/trace.js";
export { type TurnRow, turns } from "./queries/turns.js";
export { type UsageRow, usage } from "./queries/usage.js";
export type { MissingReason } from "./queries/verdict.js";
export { readEntries } from "./read/entries.js";
export type {
  Cursor,
  Cuts,
  EntryBatch,
  LineClass,
  LineCounts,
  RawEntry,
  ReadEntry,
  ReadOptions,
  ReadProgress,
} from "./read/entry-batch.js";
export { type Issue, type IssueCode, type IssueLevel, issueCodes } from "./read/issue.js";
export type { Place } from "./read/place.js";
export type { ByteSource, Source } from "./read/source.js";
export { TranscriptError } from "./read/transcript-error.js";
export { type Bucket, day, hour, month, week } from "./tables/buckets.js";
export { count, type Measure, max, mean, min, quantile, rate, sum } from "./tables/measures.js";
export { type By, type Rolled, rollup } from "./tables/rollup.js";
export type { Carried, Item } from "./timeline/carried.js";
export { type Event, type EventKind, type EventOf, ofKind } from "./timeline/event.js";
export { type Invocation, invocationsOf } from "./timeline/invocations.js";
export type { Marker } from "./timeline/markers.js";
export { between, chain, segment } from "./timeline/narrow.js";
export type { Payload } from "./timeline/payload.js";
export { readTimeline, type TimelineOptions } from "./timeline/read-timeline.js";
export { type FoundSecret, findSecrets, redactText } from "./timeline/secrets.js";
export type { Chain, Copy, KindCount, Timeline, TranscriptFile } from "./timeline/timeline.js";
