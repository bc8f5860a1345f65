import * as z from "zod";
import { Content } from "./blocks.js";
import { envelope } from "./envelope.js";
import { anything, count, flag, text, textOrNull } from "./fields.js";
import { Usage } from "./usage.js";

/** Words met as `message.diagnostics.cache_miss_reason.type`. */
export const cacheMissReasons = [
  "messages_changed",
  "system_changed",
  "model_changed",
  "tools_changed",
  "previous_message_not_found",
  "unavailable",
] as const;

/** One API message, or the part of it that this row holds: mostly one block. */
export const AssistantMessage = z.looseObject({
  /** Identity of the API message; several rows share it. */
  id: text,
  type: text,
  /** `assistant`. */
  role: text,
  /** Model that answered; `<synthetic>` on rows that no request made. */
  model: text,
  /** Blocks of this row. */
  content: Content.optional(),
  /** `end_turn`, `tool_use`, `max_tokens`, `stop_sequence`, `refusal`, …; null on the rows before the last. */
  stop_reason: textOrNull,
  /** The sequence that ended the reply, mostly null. */
  stop_sequence: textOrNull,
  /** Seen as null only (2.1.81). */
  stop_details: anything,
  /** Token counts of the whole API message, the same on each of its rows. */
  usage: Usage.nullable().optional(),
  /** Seen as null only. */
  container: anything,
  /** Edits that the API made to the context. */
  context_management: z
    .looseObject({
      /** Edits in the API's own words; empty in every public transcript. */
      applied_edits: z.array(z.unknown()).optional(),
    })
    .nullable()
    .optional(),
  /** Why the cache did not serve (2.1.119). */
  diagnostics: z
    .looseObject({
      /** Null where the cache served. */
      cache_miss_reason: z
        .looseObject({
          /** See {@link cacheMissReasons}. `messages_changed` is what a compaction causes. */
          type: text,
          /** Tokens. */
          cache_missed_input_tokens: count,
        })
        .nullable()
        .optional(),
    })
    .nullable()
    .optional(),
  /** What was left out of the request, such as `{type: "thinking_dropped", path, reason}`. */
  input_transformations: z.array(z.unknown()).nullable().optional(),
  /** Answers of the safety checks; their shape is not recorded. */
  safeguard_results: z.array(z.unknown()).nullable().optional(),
});

/** Fields of an assistant row beside `timestamp`, on disk and on the stream. */
export const assistantFields = {
  ...envelope,
  type: z.literal("assistant"),
  message: AssistantMessage,
  /** Identity of the API request. */
  requestId: textOrNull,
  /** Model that was asked for (2.1.295). */
  requestedModel: text,
  /** Model of the advisor (2.1.220). */
  advisorModel: text,
  /** `low`, `medium`, `high`, `xhigh`, `max` (2.1.212). */
  effort: textOrNull,
  /** Effort of this turn alone. */
  perTurnEffort: textOrNull,
  /** Index of this row's block in the API message (2.1.286). */
  apiBlockIndex: count,
  /** Time spent thinking, ms. */
  thinkingDurationMs: count,
  /** Skill that was active (2.1.123). */
  attributionSkill: text,
  /** Plugin of that skill (2.1.123). */
  attributionPlugin: text,
  /** MCP server that was called (2.1.158). */
  attributionMcpServer: text,
  /** Tool of that server (2.1.158). */
  attributionMcpTool: text,
  /** Working directory by tool call: `{<tool_use id>: {cwd}}`. */
  wireIngestContext: anything,
  /** Input as sent, by tool call. */
  wireToolInputs: anything,
  /** True if the reply was cut. */
  truncatedAfterOutput: flag,
  /** Rows that this one replaces. */
  supersedesUuids: z.array(z.string()).optional(),
  /** True if the stream broke off (2.1.220). */
  isAbortedMidStream: flag,
  /** Meaning not recorded. */
  healsDistinctCarrier: anything,
  /** State of the account's limits; its shape is not recorded. */
  quotaLimits: anything,
  /** True if the row is a failure of the API in words. */
  isApiErrorMessage: flag,
  /** Kind of failure, such as `rate_limit`, `authentication_failed`, `unknown`. */
  error: text,
  /** More about the failure. */
  errorDetails: anything,
  /** HTTP status. */
  apiErrorStatus: count,
  /** True if trying again may help (2.1.216). */
  apiErrorIsTransient: flag,
  /** Request to the permission classifier (2.1.286). */
  serverClassifierRequest: anything,
  /** Call that spawned the subagent of this row; on the stream only. */
  parentToolUseId: textOrNull,
};

/** A row of role assistant in a transcript: one block of a reply, with the usage of the whole reply. */
export const AssistantEntry = z.looseObject({
  ...assistantFields,
  timestamp: z.string(),
});

export interface AssistantMessage extends z.infer<typeof AssistantMessage> {}
export interface AssistantEntry extends z.infer<typeof AssistantEntry> {}
