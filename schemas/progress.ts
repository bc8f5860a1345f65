import * as z from "zod";
import { envelope } from "./envelope.js";
import { anything, count, text } from "./fields.js";

/** A subagent's message while it runs; a copy of what its own file holds (2.1.12 to 2.1.63). */
export const AgentProgress = z.looseObject({
  type: z.literal("agent_progress"),
  /** Subagent that runs. */
  agentId: text,
  /** What the subagent was asked. */
  prompt: text,
  /** The message as it stands in the subagent's file. */
  message: anything,
  /** The same in another form. */
  normalizedMessages: anything,
});

/** Output of a running command so far (2.1.11 to 2.1.63). */
export const BashProgress = z.looseObject({
  type: z.literal("bash_progress"),
  /** The last lines. */
  output: text,
  /** Everything so far. */
  fullOutput: text,
  /** Seconds since the start. */
  elapsedTimeSeconds: count,
  /** Lines of output so far. */
  totalLines: count,
  /** Bytes of output so far (2.1.50). */
  totalBytes: count,
  /** Limit of the command, ms (2.1.25). */
  timeoutMs: count,
  /** Background task of the command (2.1.50). */
  taskId: text,
});

/** A hook began to run; whether it ended and what it delivered isn't said (2.1.11 to 2.1.81). */
export const HookProgress = z.looseObject({
  type: z.literal("hook_progress"),
  /** Such as `SessionStart`. */
  hookEvent: text,
  /** Event and matcher, such as `SessionStart:compact`. */
  hookName: text,
  /** The hook's command. */
  command: text,
  /** Prompt of a hook that asks a model. */
  promptText: text,
  /** What the terminal shows meanwhile. */
  statusMessage: text,
});

/** An MCP call began or ended (2.1.12 to 2.1.42). */
export const McpProgress = z.looseObject({
  type: z.literal("mcp_progress"),
  /** `started`, `completed`, `failed`. */
  status: text,
  /** MCP server. */
  serverName: text,
  /** Tool of that server. */
  toolName: text,
  /** ms; on the end only. */
  elapsedTimeMs: count,
});

/** A web search sent a query (2.1.11 to 2.1.31). */
export const QueryUpdate = z.looseObject({
  type: z.literal("query_update"),
  /** What was searched for. */
  query: text,
});

/** A web search has results (2.1.11 to 2.1.31). */
export const SearchResultsReceived = z.looseObject({
  type: z.literal("search_results_received"),
  /** What was searched for. */
  query: text,
  /** Number of results. */
  resultCount: count,
});

/** Waiting for a background task (2.1.11 to 2.1.52). */
export const WaitingForTask = z.looseObject({
  type: z.literal("waiting_for_task"),
  /** What the task does. */
  taskDescription: text,
  /** Such as `local_bash`. */
  taskType: text,
});

/** What progress rows carry, told apart by `type`. */
export const Progress = z.discriminatedUnion("type", [
  AgentProgress,
  BashProgress,
  HookProgress,
  McpProgress,
  QueryUpdate,
  SearchResultsReceived,
  WaitingForTask,
]);

/** A sign of life of a tool or hook. These rows stand in the chain, so what follows may hang under them (to 2.1.81). */
export const ProgressEntry = z.looseObject({
  ...envelope,
  type: z.literal("progress"),
  data: Progress,
  /** Id of the run; hooks of one moment share it. */
  toolUseID: text,
  /** Call that the progress belongs to. */
  parentToolUseID: text,
});

export interface AgentProgress extends z.infer<typeof AgentProgress> {}
export interface BashProgress extends z.infer<typeof BashProgress> {}
export interface HookProgress extends z.infer<typeof HookProgress> {}
export interface McpProgress extends z.infer<typeof McpProgress> {}
export interface QueryUpdate extends z.infer<typeof QueryUpdate> {}
export interface SearchResultsReceived extends z.infer<typeof SearchResultsReceived> {}
export interface WaitingForTask extends z.infer<typeof WaitingForTask> {}
export type Progress = z.infer<typeof Progress>;
export interface ProgressEntry extends z.infer<typeof ProgressEntry> {}
