/** Door `./systems`: what runs beside sessions, such as hooks. Node only. */
export { type HookInput, hookInput } from "./systems/hook-input.js";
export { catalogEntries } from "./systems/reinvoke/catalog.js";
export { type ReinvokeOptions, type ReinvokeRow, reinvocations } from "./systems/reinvoke/reinvocations.js";
export { type ReinvokeAnswer, type ReinvokeHookOptions, reinvokeHook } from "./systems/reinvoke/reinvoke-hook.js";
export { reinvokeOutput } from "./systems/reinvoke/reinvoke-text.js";
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
