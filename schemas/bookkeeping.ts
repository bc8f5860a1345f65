import * as z from "zod";
import { bookkeepingFields } from "./envelope.js";
import { anything, count, flag, text } from "./fields.js";
import { FileHistoryDeltaEntry, FileHistorySnapshotEntry } from "./file-history.js";

/** Tokens and cost of one model in a session. */
export const ModelUsage = z.looseObject({
  /** Tokens. */
  inputTokens: count,
  /** Tokens. */
  outputTokens: count,
  /** Tokens. */
  thinkingTokens: count,
  /** Tokens. */
  cacheReadInputTokens: count,
  /** Tokens. */
  cacheCreationInputTokens: count,
  /** Number of searches. */
  webSearchRequests: count,
  /** US dollars. */
  costUSD: count,
  /** Tokens. */
  contextWindow: count,
  /** Tokens. */
  maxOutputTokens: count,
  /** Name of the model without its variant. */
  canonicalModel: text,
});

/** Colour of the session's agent (2.1.212). */
export const AgentColorEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("agent-color"),
  agentColor: text,
});

/** Name of the session's agent (2.1.119). */
export const AgentNameEntry = z.looseObject({ ...bookkeepingFields, type: z.literal("agent-name"), agentName: text });

/** Agent definition that the session runs as (2.1.183). */
export const AgentSettingEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("agent-setting"),
  agentSetting: text,
});

/** Title that a model gave the session (2.1.121). */
export const AiTitleEntry = z.looseObject({ ...bookkeepingFields, type: z.literal("ai-title"), aiTitle: text });

/** Which comments of which artifact were already answered (2.1.238). */
export const ArtifactAutoreactLedgerEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("artifact-autoreact-ledger"),
  /** Version of the row's form. */
  v: count,
  /** Account that it belongs to. */
  accountUuid: text,
  /** By id of the artifact. */
  artifacts: anything,
});

/** Which artifacts are watched for comments (2.1.238). */
export const ArtifactCommentMonitorEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("artifact-comment-monitor"),
  /** Version of the row's form. */
  v: count,
  /** By id of the artifact. */
  artifacts: anything,
});

/** An opaque token, often empty (2.1.235). */
export const AtisLatchEntry = z.looseObject({ ...bookkeepingFields, type: z.literal("atis-latch"), atis: text });

/** Session of a remote control (2.1.156). */
export const BridgeSessionEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("bridge-session"),
  /** Session on the remote side. */
  bridgeSessionId: text,
  /** Last message passed on. */
  lastSequenceNum: count,
  /** 2.1.227. */
  ownerAccountUuid: text,
  /** 2.1.227. */
  ownerOrganizationUuid: text,
});

/** The conversation went on under another session id (by 2.1.278). */
export const ContinuedInEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("continued-in"),
  /** Where it went on. */
  continuedInSessionId: text,
});

/** Cost of the session so far; the last row counts (by 2.1.278). */
export const CostStateEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("cost-state"),
  /** US dollars. */
  totalCostUSD: count,
  /** ms. */
  totalAPIDuration: count,
  /** ms. */
  totalAPIDurationWithoutRetries: count,
  /** ms. */
  totalToolDuration: count,
  /** ms. */
  totalDuration: count,
  /** Lines of code. */
  totalLinesAdded: count,
  /** Lines of code. */
  totalLinesRemoved: count,
  /** Epoch ms. */
  startTime: count,
  /** True if a model without a known price was used. */
  hasUnknownModelCost: flag,
  /** By model id. */
  modelUsage: z.record(z.string(), ModelUsage).optional(),
});

/** Title that the person gave the session (2.1.119). */
export const CustomTitleEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("custom-title"),
  customTitle: text,
});

/** First row of a subagent's file that inherits context. */
export const ForkContextRefEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("fork-context-ref"),
  agentId: text,
  /** Session that the context was inherited from. */
  parentSessionId: text,
  /** Last row that was inherited. */
  parentLastUuid: text,
  /** Messages inherited. */
  contextLength: count,
});

/** A page that the session published (2.1.220). */
export const FrameLinkEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("frame-link"),
  /** File that was published. */
  path: text,
  /** Where it is shown. */
  frameUrl: text,
  /** Its title. */
  title: text,
  /** Number of pages published (2.1.238). */
  artifactCount: count,
});

/** History that must not be shown (by 2026-10). */
export const HistorySuppressionEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("history-suppression"),
  /** Such as `fork_inherit`. */
  cause: text,
  /** When. */
  ts: anything,
  vetoedAgainstAccountUuid: text,
});

/** Leaf of the conversation and the last prompt (2.1.92). */
export const LastPromptEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("last-prompt"),
  /** Absent if the last turn had no typed prompt. */
  lastPrompt: text,
  /** Row that the loader takes as the end (2.1.121). */
  leafUuid: text,
  /** Meaning not recorded. */
  explicit: flag,
  /** True after a rewind. */
  rewound: flag,
});

/** Mode of the terminal, such as `normal` (2.1.150). */
export const ModeEntry = z.looseObject({ ...bookkeepingFields, type: z.literal("mode"), mode: text });

/** Permission mode (2.1.91). */
export const PermissionModeEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("permission-mode"),
  permissionMode: text,
});

/** Pull request of the session (2.1.29). */
export const PrLinkEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("pr-link"),
  /** Number of the pull request. */
  prNumber: count,
  /** Its address. */
  prUrl: text,
  /** `owner/name`. */
  prRepository: text,
});

/** A message entered or left the queue (2.0.67). */
export const QueueOperationEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("queue-operation"),
  /** `enqueue`, `dequeue`, `remove`, `popAll`. */
  operation: text,
  /** Text, or blocks. */
  content: anything,
  /** Such as `absorbed_mid_turn`, `delivered_to_agent`. */
  reason: text,
  /** Identity of the message. */
  commandUuid: text,
  /** One delivery of the message. */
  deliveryId: text,
});

/** The session moved to another directory (2.1.233). */
export const RelocatedEntry = z.looseObject({ ...bookkeepingFields, type: z.literal("relocated"), relocatedCwd: text });

/** Title of a conversation, often of another file: the word is older than compaction and means no summary (to 2.1.22). */
export const SummaryEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("summary"),
  /** The title. */
  summary: text,
  /** Last row of the conversation that the title belongs to. */
  leafUuid: text,
});

/** Git worktree of the session (2.1.183). */
export const WorktreeStateEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("worktree-state"),
  /** Null after leaving it. */
  worktreeSession: z
    .looseObject({
      /** Directory before. */
      originalCwd: text,
      /** Directory of the worktree. */
      worktreePath: text,
      /** Its name. */
      worktreeName: text,
      /** Its branch. */
      worktreeBranch: text,
      /** Session that the row belongs to. */
      sessionId: text,
      /** Branch before. */
      originalBranch: text,
      /** Commit before. */
      originalHeadCommit: text,
      /** Directory before the first worktree. */
      preEnterOriginalCwd: text,
      /** True if the worktree was there already. */
      enteredExisting: flag,
      /** True if a hook made it. */
      hookBased: flag,
    })
    .nullable()
    .optional(),
});

/** A row beside the conversation, told apart by `type`. */
export const BookkeepingEntry = z.discriminatedUnion("type", [
  AgentColorEntry,
  AgentNameEntry,
  AgentSettingEntry,
  AiTitleEntry,
  ArtifactAutoreactLedgerEntry,
  ArtifactCommentMonitorEntry,
  AtisLatchEntry,
  BridgeSessionEntry,
  ContinuedInEntry,
  CostStateEntry,
  CustomTitleEntry,
  FileHistoryDeltaEntry,
  FileHistorySnapshotEntry,
  ForkContextRefEntry,
  FrameLinkEntry,
  HistorySuppressionEntry,
  LastPromptEntry,
  ModeEntry,
  PermissionModeEntry,
  PrLinkEntry,
  QueueOperationEntry,
  RelocatedEntry,
  SummaryEntry,
  WorktreeStateEntry,
]);

export interface ModelUsage extends z.infer<typeof ModelUsage> {}
export interface CostStateEntry extends z.infer<typeof CostStateEntry> {}
export interface ContinuedInEntry extends z.infer<typeof ContinuedInEntry> {}
export interface ForkContextRefEntry extends z.infer<typeof ForkContextRefEntry> {}
export interface LastPromptEntry extends z.infer<typeof LastPromptEntry> {}
export interface QueueOperationEntry extends z.infer<typeof QueueOperationEntry> {}
export interface SummaryEntry extends z.infer<typeof SummaryEntry> {}
export interface WorktreeStateEntry extends z.infer<typeof WorktreeStateEntry> {}
export type BookkeepingEntry = z.infer<typeof BookkeepingEntry>;
