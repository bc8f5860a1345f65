export { AssistantEntry, AssistantMessage, cacheMissReasons } from "./assistant.js";
export { Attachment, AttachmentEntry, Rendered } from "./attachment.js";
export {
  AlreadyReadFileAttachment,
  CompactFileReferenceAttachment,
  DiagnosticsAttachment,
  DirectoryAttachment,
  EditedTextFileAttachment,
  FileAttachment,
  FileContent,
  PlanFileReferenceAttachment,
} from "./attachments/files.js";
export {
  AsyncHookResponseAttachment,
  HookAdditionalContextAttachment,
  HookBlockingErrorAttachment,
  HookCancelledAttachment,
  HookNonBlockingErrorAttachment,
  HookSuccessAttachment,
  HookSystemMessageAttachment,
} from "./attachments/hooks.js";
export {
  InstructionFile,
  InstructionsAttachment,
  NestedMemoryAttachment,
  OutputStyleInstructionsAttachment,
  SandboxInstructionsAttachment,
} from "./attachments/instructions.js";
export {
  AgentListingDeltaAttachment,
  DeferredToolsDeltaAttachment,
  McpInstructionsDeltaAttachment,
} from "./attachments/listings.js";
export { QueuedCommandAttachment } from "./attachments/queue.js";
export {
  EnvironmentAttachment,
  ModelAttachment,
  PromptSnapshotAttachment,
  SessionContextAttachment,
  ThinkingDropAttachment,
} from "./attachments/session.js";
export {
  InvokedSkill,
  InvokedSkillsAttachment,
  SkillListingAttachment,
  SkillMentionAttachment,
} from "./attachments/skills.js";
export { GoalStatusAttachment, TaskReminderAttachment, TaskStatusAttachment } from "./attachments/tasks.js";
export {
  Content,
  ContentBlock,
  ImageBlock,
  KnownBlock,
  knownBlockTypes,
  OtherBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "./blocks.js";
export {
  BookkeepingEntry,
  CostStateEntry,
  ForkContextRefEntry,
  LastPromptEntry,
  QueueOperationEntry,
  SummaryEntry,
} from "./bookkeeping.js";
export {
  CompactBoundaryEntry,
  CompactMetadata,
  compactTriggers,
  MicrocompactBoundaryEntry,
  PreservedMessages,
  PreservedSegment,
} from "./boundary.js";
export { checkEntry, Entry, type EntryCheck, knownKinds, type Problem, type Validation } from "./entry.js";
export { FileBackup, FileHistoryDeltaEntry, FileHistorySnapshotEntry } from "./file-history.js";
export { JournalEntry } from "./journal.js";
export { kindOf } from "./kind.js";
export { schemas } from "./kinds.js";
export { HookProgress, Progress, ProgressEntry } from "./progress.js";
export { RateLimitFrame, ResultFrame, StreamAssistantEntry, StreamEntry, StreamUserEntry } from "./stream.js";
export { InitFrame, StatusFrame, StreamSystemEntry } from "./stream-system.js";
export {
  ApiErrorEntry,
  LocalCommandEntry,
  ScheduledTaskFireEntry,
  StopHookSummaryEntry,
  SystemEntry,
  TurnDurationEntry,
} from "./system.js";
export {
  AgentResult,
  BashResult,
  EditResult,
  ReadResult,
  SkillResult,
  toolResults,
  WriteResult,
} from "./tool-results.js";
export { CacheCreation, Usage, UsageIteration } from "./usage.js";
export { Origin, originKinds, promptSources, toolDenialKinds, UserEntry } from "./user.js";
export { compareVersions } from "./versions/compare.js";
export { schemaFor, steps, type VersionSchema } from "./versions/index.js";
export { type Recorded, recording, records } from "./versions/recording.js";
export type { RawEntry, Step } from "./versions/step.js";
export { upgrade } from "./versions/upgrade.js";
