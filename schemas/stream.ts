import * as z from "zod";
import { assistantFields } from "./assistant.js";
import { ModelUsage } from "./bookkeeping.js";
import { anything, count, flag, text, textOrNull, texts } from "./fields.js";
import { frame } from "./stream-system.js";
import { Usage } from "./usage.js";
import { userFields } from "./user.js";

/**
 * The frames of `claude -p --output-format stream-json` as `upgrade` returns them.
 * Sources: captures of CLI 2.1.178; type declarations of @anthropic-ai/claude-agent-sdk 0.3.332 (2026-11-24).
 */

/** Fields that tell which subagent a message frame belongs to. */
const subagent = {
  subagent_type: text,
  task_description: text,
};

/** A user message on the stream: as in a transcript, but time and place may be missing. */
export const StreamUserEntry = z.looseObject({ ...userFields, ...subagent });

/** A part of a reply on the stream: as in a transcript, but time and place are missing. */
export const StreamAssistantEntry = z.looseObject({ ...assistantFields, ...subagent });

/** The end of a turn. */
export const ResultFrame = z.looseObject({
  ...frame,
  type: z.literal("result"),
  /** `success`, `error_during_execution`, `error_max_turns`, `error_max_budget_usd`, … */
  subtype: text,
  is_error: flag,
  /** What the last reply said; empty after `/compact`. */
  result: text,
  errors: texts,
  num_turns: count,
  stop_reason: textOrNull,
  terminal_reason: text,
  /** ms. */
  duration_ms: count,
  /** ms. */
  duration_api_ms: count,
  /** ms. */
  ttft_ms: count,
  /** US dollars, running sum. */
  total_cost_usd: count,
  /** Tokens of the main loop. */
  usage: Usage.nullable().optional(),
  /** By model, compaction included. */
  modelUsage: z.record(z.string(), ModelUsage).optional(),
  permission_denials: z.array(z.unknown()).optional(),
  structured_output: anything,
  api_error_status: count,
  origin: anything,
});

/** A part of the API's own stream. */
export const StreamEventFrame = z.looseObject({
  ...frame,
  type: z.literal("stream_event"),
  event: anything,
  parentToolUseId: textOrNull,
  /** ms. */
  ttft_ms: count,
});

/** State of the account's limits. */
export const RateLimitFrame = z.looseObject({
  ...frame,
  type: z.literal("rate_limit_event"),
  rate_limit_info: z
    .looseObject({
      /** `allowed`, `allowed_warning`, `rejected`. */
      status: text,
      /** Epoch seconds. */
      resetsAt: count,
      /** Such as `five_hour`, `seven_day`. */
      rateLimitType: text,
      utilization: count,
      overageStatus: text,
      overageDisabledReason: text,
      isUsingOverage: flag,
    })
    .optional(),
});

/** A tool is still running. */
export const ToolProgressFrame = z.looseObject({
  ...frame,
  type: z.literal("tool_progress"),
  tool_use_id: text,
  tool_name: text,
  parentToolUseId: textOrNull,
  elapsed_time_seconds: count,
  task_id: text,
});

/** What several calls did, in a sentence. */
export const ToolUseSummaryFrame = z.looseObject({
  ...frame,
  type: z.literal("tool_use_summary"),
  summary: text,
  preceding_tool_use_ids: texts,
});

/** The conversation began anew, as after `/clear`. */
export const ConversationResetFrame = z.looseObject({
  ...frame,
  type: z.literal("conversation_reset"),
  new_conversation_id: text,
  /** `clear`, `plan_mode_exit`, `fresh_session`, `onboarding`. */
  trigger: text,
});

export const AuthStatusFrame = z.looseObject({
  ...frame,
  type: z.literal("auth_status"),
  isAuthenticating: flag,
  output: texts,
  error: text,
});

export const PromptSuggestionFrame = z.looseObject({
  ...frame,
  type: z.literal("prompt_suggestion"),
  suggestion: text,
});

export const ActiveGoalFrame = z.looseObject({
  ...frame,
  type: z.literal("active_goal"),
  value: z.looseObject({ condition: text, iterations: count }).nullable().optional(),
});

/** Frames between the program and its host; nothing of the conversation. */
export const ControlFrame = z.looseObject({
  ...frame,
  type: z.enum(["control_request", "control_response", "control_cancel_request", "keep_alive"]),
});

/** A frame that stands on the stream only, told apart by `type`. */
export const StreamEntry = z.discriminatedUnion("type", [
  ResultFrame,
  StreamEventFrame,
  RateLimitFrame,
  ToolProgressFrame,
  ToolUseSummaryFrame,
  ConversationResetFrame,
  AuthStatusFrame,
  PromptSuggestionFrame,
  ActiveGoalFrame,
  ControlFrame,
]);

export interface StreamUserEntry extends z.infer<typeof StreamUserEntry> {}
export interface StreamAssistantEntry extends z.infer<typeof StreamAssistantEntry> {}
export interface ResultFrame extends z.infer<typeof ResultFrame> {}
export interface RateLimitFrame extends z.infer<typeof RateLimitFrame> {}
export type StreamEntry = z.infer<typeof StreamEntry>;
