import * as z from "zod";
import { CompactBoundaryEntry, MicrocompactBoundaryEntry } from "./boundary.js";
import { anything, count, flag, text, textOrNull, texts } from "./fields.js";
import { systemFields } from "./system-fields.js";

/** All background agents were ended. */
export const AgentsKilledEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("agents_killed"),
});

/** A request failed and is tried again (2.0.5). */
export const ApiErrorEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("api_error"),
  /** What went wrong; the keys changed several times. */
  error: z
    .looseObject({
      /** HTTP status. */
      status: count,
      /** The failure in words. */
      message: text,
      /** As shown (2.1.159). */
      formatted: text,
      /** True if there was no connection at all (2.1.159). */
      isNetworkDown: flag,
      /** Failure of the connection, or null (2.1.159). */
      connection: z.looseObject({ code: text, isSSLError: flag, message: text }).nullable().optional(),
      /** To 2.1.16. */
      cause: anything,
      /** Headers of the answer (2.1.5 to 2.1.136). */
      headers: anything,
    })
    .optional(),
  /** Failure of the connection (to 2.1.16). */
  cause: anything,
  /** `request_retry` where it stands. */
  source: text,
  /** From 1. */
  retryAttempt: count,
  /** How often it is tried at most. */
  maxRetries: count,
  /** Wait before the next try, ms. */
  retryInMs: count,
});

/** What happened while the person was away, in a sentence (2.1.109). */
export const AwaySummaryEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("away_summary"),
});

/** Remote control of the session began or changed (2.1.72). */
export const BridgeStatusEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("bridge_status"),
  /** Where the session can be followed. */
  url: text,
});

/** A remark for the person (2.1.201). */
export const InformationalEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("informational"),
});

/** Output of a command that ran in the terminal; it is sent to the model although it has no `message` (2.1.12). */
export const LocalCommandEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("local_command"),
  /** The command that ran. */
  commandRun: z.looseObject({ command: text, args: text }).optional(),
});

/** A change of model that the person agreed to. */
export const ModelConsentFallbackEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("model_consent_fallback"),
  /** What the person chose. */
  choice: text,
  /** True if the choice holds for later sessions. */
  persistedAsDefault: flag,
  source: text,
});

const refusal = {
  /** Model that refused. */
  originalModel: text,
  /** User row that was refused. */
  refusedUserMessageUuid: textOrNull,
  /** Kind of refusal, in the API's words. */
  apiRefusalCategory: textOrNull,
  /** Why, in the API's words. */
  apiRefusalExplanation: textOrNull,
  /** Identity of the API request. */
  requestId: textOrNull,
};

/** The model refused and another one took over. */
export const ModelRefusalFallbackEntry = z.looseObject({
  ...systemFields,
  ...refusal,
  subtype: z.literal("model_refusal_fallback"),
  /** `refusal`. */
  trigger: text,
  /** `retry`, `revert`, `sticky`. */
  direction: text,
  /** `session`, `local`. */
  scope: text,
  /** Model that took over. */
  fallbackModel: text,
  /** Rows that were taken back. */
  retractedMessageUuids: texts,
});

/** The model refused and nothing took over. */
export const ModelRefusalNoFallbackEntry = z.looseObject({
  ...systemFields,
  ...refusal,
  subtype: z.literal("model_refusal_no_fallback"),
});

/** A scheduled prompt is about to run (2.1.220). It can stand between a boundary and its summary. */
export const ScheduledTaskFireEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("scheduled_task_fire"),
  /** Identity of the schedule. */
  taskId: text,
  /** When it repeats, in cron's words. */
  cron: text,
  /** `loop`. */
  cronKind: text,
  /** Kind of schedule. */
  taskKind: text,
  /** What is asked. */
  prompt: text,
  /** Firings in a row that did nothing. */
  noOpStreak: count,
  /** When the firings that did nothing began. */
  streakStartedAt: anything,
  /** Earlier firings that this row stands for. */
  foldedUuids: texts,
});

/** The hooks that ran when a turn ended (2.0.64). It repeats runs that stand elsewhere too. */
export const StopHookSummaryEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("stop_hook_summary"),
  /** Number of hooks. */
  hookCount: count,
  /** One per hook that was to run. */
  hookInfos: z
    .array(
      z.looseObject({
        /** The hook's command, or the command that ran. */
        command: text,
        /** ms; absent on hooks that did not run, and up to 2.1.52. */
        durationMs: count,
        /** Prompt of a hook that asks a model. */
        promptText: text,
      }),
    )
    .optional(),
  /** What failing hooks said. */
  hookErrors: texts,
  /** Texts that the hooks gave to the model (2.1.170). */
  hookAdditionalContext: texts,
  /** True if a hook ended the conversation. */
  preventedContinuation: flag,
  /** Why a hook ended the conversation; empty if none did. */
  stopReason: text,
  /** True if a hook printed something. */
  hasOutput: flag,
  /** Id of the run; its attachments or progress rows carry the same. */
  toolUseID: text,
});

/** How long a turn took (2.1.1). */
export const TurnDurationEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("turn_duration"),
  /** ms. */
  durationMs: count,
  /** Messages so far (2.1.91). */
  messageCount: count,
  /** Background agents still running (2.1.178). */
  pendingBackgroundAgentCount: count,
  /** Workflows still running (2.1.159). */
  pendingWorkflowCount: count,
});

/** A row of the program itself, told apart by `subtype`. */
export const SystemEntry = z.discriminatedUnion("subtype", [
  CompactBoundaryEntry,
  MicrocompactBoundaryEntry,
  AgentsKilledEntry,
  ApiErrorEntry,
  AwaySummaryEntry,
  BridgeStatusEntry,
  InformationalEntry,
  LocalCommandEntry,
  ModelConsentFallbackEntry,
  ModelRefusalFallbackEntry,
  ModelRefusalNoFallbackEntry,
  ScheduledTaskFireEntry,
  StopHookSummaryEntry,
  TurnDurationEntry,
]);

export interface AgentsKilledEntry extends z.infer<typeof AgentsKilledEntry> {}
export interface ApiErrorEntry extends z.infer<typeof ApiErrorEntry> {}
export interface AwaySummaryEntry extends z.infer<typeof AwaySummaryEntry> {}
export interface BridgeStatusEntry extends z.infer<typeof BridgeStatusEntry> {}
export interface InformationalEntry extends z.infer<typeof InformationalEntry> {}
export interface LocalCommandEntry extends z.infer<typeof LocalCommandEntry> {}
export interface ModelConsentFallbackEntry extends z.infer<typeof ModelConsentFallbackEntry> {}
export interface ModelRefusalFallbackEntry extends z.infer<typeof ModelRefusalFallbackEntry> {}
export interface ModelRefusalNoFallbackEntry extends z.infer<typeof ModelRefusalNoFallbackEntry> {}
export interface ScheduledTaskFireEntry extends z.infer<typeof ScheduledTaskFireEntry> {}
export interface StopHookSummaryEntry extends z.infer<typeof StopHookSummaryEntry> {}
export interface TurnDurationEntry extends z.infer<typeof TurnDurationEntry> {}
export type SystemEntry = z.infer<typeof SystemEntry>;
