import * as z from "zod";
import { anything, count, flag, text, textOrNull, texts } from "./fields.js";

/** Fields of every frame. The stream writes `session_id`; `upgrade` gives it the name that transcripts use. */
export const frame = {
  uuid: text,
  sessionId: text,
  /** ISO 8601, on few frames. */
  timestamp: text,
};

const system = { ...frame, type: z.literal("system") };

const taskUsage = z
  .looseObject({
    total_tokens: count,
    tool_uses: count,
    /** ms. */
    duration_ms: count,
  })
  .optional();

/** The first frame of a process: what it runs with. */
export const InitFrame = z.looseObject({
  ...system,
  subtype: z.literal("init"),
  /** CLI version. */
  claude_code_version: text,
  cwd: text,
  model: text,
  permissionMode: text,
  tools: texts,
  skills: texts,
  slash_commands: texts,
  agents: texts,
  mcp_servers: z.array(z.looseObject({ name: text, status: text })).optional(),
  plugins: z.array(z.looseObject({ name: text, path: text })).optional(),
  output_style: text,
  apiKeySource: text,
  /** 2.1.205. */
  capabilities: texts,
  memory_paths: anything,
  effort: textOrNull,
});

/** What the process is doing. An automatic compaction may give no such frame at all. */
export const StatusFrame = z.looseObject({
  ...system,
  subtype: z.literal("status"),
  /** `compacting`, `requesting`, or null. */
  status: textOrNull,
  permissionMode: text,
  /** `success`, `failed` (by 0.3.154). */
  compact_result: text,
  compact_error: text,
});

export const ApiRetryFrame = z.looseObject({
  ...system,
  subtype: z.literal("api_retry"),
  attempt: count,
  max_retries: count,
  /** ms. */
  retry_delay_ms: count,
  error_status: count,
  error: text,
});

export const HookStartedFrame = z.looseObject({
  ...system,
  subtype: z.literal("hook_started"),
  hook_id: text,
  /** Event and matcher. */
  hook_name: text,
  hook_event: text,
});

export const HookProgressFrame = z.looseObject({
  ...system,
  subtype: z.literal("hook_progress"),
  hook_id: text,
  hook_name: text,
  hook_event: text,
  stdout: text,
  stderr: text,
  output: text,
});

export const HookResponseFrame = z.looseObject({
  ...system,
  subtype: z.literal("hook_response"),
  hook_id: text,
  hook_name: text,
  hook_event: text,
  stdout: text,
  stderr: text,
  output: text,
  exit_code: count,
  /** `success`, `error`, `cancelled`. */
  outcome: text,
});

export const TaskStartedFrame = z.looseObject({
  ...system,
  subtype: z.literal("task_started"),
  task_id: text,
  tool_use_id: text,
  task_type: text,
  subagent_type: text,
  description: text,
  prompt: text,
});

export const TaskProgressFrame = z.looseObject({
  ...system,
  subtype: z.literal("task_progress"),
  task_id: text,
  tool_use_id: text,
  subagent_type: text,
  description: text,
  last_tool_name: text,
  summary: text,
  usage: taskUsage,
});

export const TaskUpdatedFrame = z.looseObject({
  ...system,
  subtype: z.literal("task_updated"),
  task_id: text,
  patch: z
    .looseObject({
      status: text,
      description: text,
      /** Epoch ms. */
      end_time: count,
      error: text,
    })
    .optional(),
});

export const TaskNotificationFrame = z.looseObject({
  ...system,
  subtype: z.literal("task_notification"),
  task_id: text,
  tool_use_id: text,
  /** `completed`, `failed`, `stopped`. */
  status: text,
  summary: text,
  output_file: text,
  usage: taskUsage,
});

export const ThinkingTokensFrame = z.looseObject({
  ...system,
  subtype: z.literal("thinking_tokens"),
  estimated_tokens: count,
  estimated_tokens_delta: count,
});

export const PermissionDeniedFrame = z.looseObject({
  ...system,
  subtype: z.literal("permission_denied"),
  tool_name: text,
  tool_use_id: text,
  message: text,
  decision_reason: text,
  decision_reason_type: text,
});

export const MemoryRecallFrame = z.looseObject({
  ...system,
  subtype: z.literal("memory_recall"),
  /** `select`, `synthesize`. */
  mode: text,
  memories: z.array(z.looseObject({ path: text, scope: text, content: text })).optional(),
});

export const BackgroundTasksChangedFrame = z.looseObject({
  ...system,
  subtype: z.literal("background_tasks_changed"),
  tasks: z.array(z.looseObject({ task_id: text, task_type: text, description: text })).optional(),
});

export const LocalCommandOutputFrame = z.looseObject({
  ...system,
  subtype: z.literal("local_command_output"),
  content: text,
});

export const NotificationFrame = z.looseObject({
  ...system,
  subtype: z.literal("notification"),
  key: text,
  text: text,
  priority: text,
});

export const FilesPersistedFrame = z.looseObject({
  ...system,
  subtype: z.literal("files_persisted"),
  files: z.array(z.unknown()).optional(),
  failed: z.array(z.unknown()).optional(),
  processed_at: text,
});

export const SessionStateChangedFrame = z.looseObject({
  ...system,
  subtype: z.literal("session_state_changed"),
  /** `idle`, `running`, `requires_action`. */
  state: text,
});

export const SessionWritesLostFrame = z.looseObject({
  ...system,
  subtype: z.literal("session_writes_lost"),
  error_code: text,
  /** What was not written: `transcript`, `global_config`. */
  lost: texts,
});

export const CommandsChangedFrame = z.looseObject({
  ...system,
  subtype: z.literal("commands_changed"),
  commands: z.array(z.unknown()).optional(),
});

export const ElicitationCompleteFrame = z.looseObject({
  ...system,
  subtype: z.literal("elicitation_complete"),
  mcp_server_name: text,
  elicitation_id: text,
});

export const MirrorErrorFrame = z.looseObject({
  ...system,
  subtype: z.literal("mirror_error"),
  error: text,
  key: anything,
});

export const PluginInstallFrame = z.looseObject({
  ...system,
  subtype: z.literal("plugin_install"),
  status: text,
  name: text,
  error: text,
});

export const WorkerShuttingDownFrame = z.looseObject({
  ...system,
  subtype: z.literal("worker_shutting_down"),
  reason: text,
});

export const ControlRequestProgressFrame = z.looseObject({
  ...system,
  subtype: z.literal("control_request_progress"),
  heartbeat: flag,
});

/** System frames that stand on the stream only, told apart by `subtype`. */
export const StreamSystemEntry = z.discriminatedUnion("subtype", [
  InitFrame,
  StatusFrame,
  ApiRetryFrame,
  HookStartedFrame,
  HookProgressFrame,
  HookResponseFrame,
  TaskStartedFrame,
  TaskProgressFrame,
  TaskUpdatedFrame,
  TaskNotificationFrame,
  ThinkingTokensFrame,
  PermissionDeniedFrame,
  MemoryRecallFrame,
  BackgroundTasksChangedFrame,
  LocalCommandOutputFrame,
  NotificationFrame,
  FilesPersistedFrame,
  SessionStateChangedFrame,
  SessionWritesLostFrame,
  CommandsChangedFrame,
  ElicitationCompleteFrame,
  MirrorErrorFrame,
  PluginInstallFrame,
  WorkerShuttingDownFrame,
  ControlRequestProgressFrame,
]);

export interface InitFrame extends z.infer<typeof InitFrame> {}
export interface StatusFrame extends z.infer<typeof StatusFrame> {}
export type StreamSystemEntry = z.infer<typeof StreamSystemEntry>;
