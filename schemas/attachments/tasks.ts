import * as z from "zod";
import { anything, count, flag, text, textOrNull, texts } from "../fields.js";

/** A task that still runs or has just ended; comes back at boundaries (2.1.158). */
export const TaskStatusAttachment = z.looseObject({
  type: z.literal("task_status"),
  /** Identity of the task. */
  taskId: text,
  /** `local_bash`, `local_agent`, `local_workflow`, `mcp_task`. */
  taskType: text,
  /** `running`, `completed`, `failed`. */
  status: text,
  /** What the task does. */
  description: text,
  /** What happened since the last report. */
  deltaSummary: textOrNull,
  /** Where its output is written. */
  outputFilePath: text,
  /** Command behind it. */
  shell: z.looseObject({ command: text, kind: text, toolUseId: text }).optional(),
});

/** Whether the session's goal is met (2.1.199). */
export const GoalStatusAttachment = z.looseObject({
  type: z.literal("goal_status"),
  /** What is to be reached. */
  condition: text,
  /** True if it is reached. */
  met: flag,
  /** Why it is, or isn't. */
  reason: text,
  /** Turns so far. */
  iterations: count,
  /** Tokens so far. */
  tokens: count,
  /** ms. */
  durationMs: count,
  /** Meaning not recorded. */
  sentinel: flag,
});

/** The team that the agent belongs to. */
export const TeamContextAttachment = z.looseObject({
  type: z.literal("team_context"),
  agentId: text,
  agentName: text,
  teamName: text,
  /** File that describes the team. */
  teamConfigPath: text,
  /** File of the shared task list. */
  taskListPath: text,
  /** True if the agent can change the list. */
  hasTaskListTools: flag,
});

/** What a fork is told at its start. */
export const ForkBriefingAttachment = z.looseObject({
  type: z.literal("fork_briefing"),
  text: text,
});

/** Answer in a given schema (2.1.191). */
export const StructuredOutputAttachment = z.looseObject({
  type: z.literal("structured_output"),
  /** In the shape that was asked for. */
  data: anything,
  /** Call that gave it. */
  toolUseID: text,
});

/** The run ended at its limit of turns (2.1.195). */
export const MaxTurnsReachedAttachment = z.looseObject({
  type: z.literal("max_turns_reached"),
  /** The limit. */
  maxTurns: count,
  /** Turns taken. */
  turnCount: count,
});

/** One task of the task list. */
export const Task = z.looseObject({
  id: text,
  /** Title of the task. */
  subject: text,
  /** What the task does. */
  description: text,
  /** The same as something being done. */
  activeForm: text,
  /** `pending`, `in_progress`, `completed`. */
  status: text,
  /** Ids of tasks that wait for this one. */
  blocks: texts,
  /** Ids of tasks that this one waits for. */
  blockedBy: texts,
  /** Such as `{workflowRunId}`. */
  metadata: anything,
});

/** The task list, as a reminder (2.1.101). */
export const TaskReminderAttachment = z.looseObject({
  type: z.literal("task_reminder"),
  content: z.array(Task).optional(),
  /** Number of items. */
  itemCount: count,
});

/** The to-do list, as a reminder (2.1.121). */
export const TodoReminderAttachment = z.looseObject({
  type: z.literal("todo_reminder"),
  content: z.array(z.looseObject({ description: text, status: text })).optional(),
  /** Number of items. */
  itemCount: count,
});

export const taskAttachments = [
  TaskStatusAttachment,
  GoalStatusAttachment,
  TeamContextAttachment,
  ForkBriefingAttachment,
  StructuredOutputAttachment,
  MaxTurnsReachedAttachment,
  TaskReminderAttachment,
  TodoReminderAttachment,
] as const;

export interface TaskStatusAttachment extends z.infer<typeof TaskStatusAttachment> {}
export interface GoalStatusAttachment extends z.infer<typeof GoalStatusAttachment> {}
export interface TaskReminderAttachment extends z.infer<typeof TaskReminderAttachment> {}
