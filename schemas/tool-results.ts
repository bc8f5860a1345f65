import * as z from "zod";
import { anything, count, flag, text, textOrNull, texts } from "./fields.js";
import { Usage } from "./usage.js";

/**
 * Shapes of `toolUseResult` by tool. The entry schemas leave that field unchecked, because it is a payload: an object
 * on success, a text on every failure, an array from MCP. Use these to read it: `ReadResult.safeParse(...)`.
 * Sources: 57,483 results of CLI 1.0.17 to 2.1.238; type declarations of @anthropic-ai/claude-agent-sdk 0.3.332.
 */

const patch = z
  .array(z.looseObject({ oldStart: count, oldLines: count, newStart: count, newLines: count, lines: texts }))
  .optional();

/** Read: a file's text, or an image, a PDF, a notebook. */
export const ReadResult = z.looseObject({
  /** `text`, `image`, `notebook`, `pdf`, … */
  type: z.string(),
  file: z
    .looseObject({
      filePath: text,
      content: text,
      numLines: count,
      /** From 1. */
      startLine: count,
      totalLines: count,
      truncatedByTokenCap: flag,
    })
    .optional(),
});

/** Write: what now stands in the file. */
export const WriteResult = z.looseObject({
  /** `create`, `update`. */
  type: text,
  filePath: z.string(),
  content: text,
  structuredPatch: patch,
  /** The whole file before; null where there was none (2.0.67). It isn't a copy that the model saw. */
  originalFile: textOrNull,
  /** True if the person changed the proposal (2.1.110). */
  userModified: flag,
  memdirStamped: flag,
});

/** Edit: one replacement. */
export const EditResult = z.looseObject({
  filePath: z.string(),
  oldString: text,
  newString: text,
  /** The whole file before. It isn't a copy that the model saw. */
  originalFile: textOrNull,
  structuredPatch: patch,
  userModified: flag,
  replaceAll: flag,
  /** True if the file had changed since it was read (2.1.215). */
  staleRecovered: flag,
  memdirStamped: flag,
});

/** MultiEdit (1.0.98 to 1.0.128). */
export const MultiEditResult = z.looseObject({
  filePath: z.string(),
  edits: z.array(z.looseObject({ old_string: text, new_string: text, replace_all: flag })).optional(),
  originalFileContents: textOrNull,
  structuredPatch: patch,
  userModified: flag,
});

/** Bash and PowerShell. */
export const BashResult = z.looseObject({
  stdout: text,
  stderr: text,
  interrupted: flag,
  isImage: flag,
  /** 2.1.38. */
  noOutputExpected: flag,
  returnCodeInterpretation: text,
  backgroundTaskId: text,
  assistantAutoBackgrounded: flag,
  backgroundCwdHint: text,
  /** ms (2.1.215). */
  timedOutAfterMs: count,
  /** Where the whole output lies if it was too long (2.1.56). */
  persistedOutputPath: text,
  /** Bytes. */
  persistedOutputSize: count,
  dangerouslyDisableSandbox: flag,
  staleReadFileStateHint: anything,
  /** Commit, push, branch or pull request that the command made (2.1.156). */
  gitOperation: anything,
  /** Edits that the command made to files (2.1.270). */
  bashEditDiff: anything,
});

/** Grep. */
export const GrepResult = z.looseObject({
  /** `content`, `files_with_matches`, `count`. */
  mode: text,
  filenames: texts,
  content: text,
  numFiles: count,
  numLines: count,
  numMatches: count,
  totalFiles: count,
  totalLines: count,
  appliedLimit: count,
  appliedOffset: count,
});

/** Glob. */
export const GlobResult = z.looseObject({
  filenames: texts,
  numFiles: count,
  /** ms. */
  durationMs: count,
  truncated: flag,
  totalMatches: count,
  countIsComplete: flag,
});

/** Agent, named Task up to 2.1.62: the answer of a subagent, or the note that it runs in the background. */
export const AgentResult = z.looseObject({
  /** `completed`, `async_launched`, … */
  status: text,
  prompt: text,
  agentId: text,
  agentType: text,
  description: text,
  content: z.array(z.looseObject({ type: text, text: text })).optional(),
  resolvedModel: text,
  /** ms. */
  totalDurationMs: count,
  /** A roll-up: the subagent's own file has the single messages. */
  totalTokens: count,
  totalToolUseCount: count,
  usage: Usage.optional(),
  toolStats: anything,
  isAsync: flag,
  outputFile: text,
  canReadOutputFile: flag,
});

/** Skill and SlashCommand: the skill was started; its body is the next meta row. */
export const SkillResult = z.looseObject({
  success: flag,
  commandName: z.string(),
  allowedTools: texts,
  model: text,
  /** `forked` where a subagent runs it. */
  status: text,
  agentId: text,
});

/** TodoWrite (to 2.1.15). */
export const TodoWriteResult = z.looseObject({
  oldTodos: z.array(z.looseObject({ content: text, status: text })).optional(),
  newTodos: z.array(z.looseObject({ content: text, status: text })).optional(),
});

/** TaskCreate, TaskGet and TaskOutput. */
export const TaskResult = z.looseObject({
  task: z.looseObject({ id: text, subject: text, task_id: text, status: text, output: text }).nullable().optional(),
  retrieval_status: text,
});

/** TaskUpdate. */
export const TaskUpdateResult = z.looseObject({
  success: flag,
  taskId: text,
  updatedFields: texts,
  statusChange: z.looseObject({ from: text, to: text }).optional(),
  verificationNudgeNeeded: flag,
  error: text,
});

/** WebFetch. */
export const WebFetchResult = z.looseObject({
  url: text,
  /** HTTP status. */
  code: count,
  codeText: text,
  bytes: count,
  result: text,
  /** ms. */
  durationMs: count,
});

/** WebSearch. */
export const WebSearchResult = z.looseObject({
  query: text,
  results: z.array(z.unknown()).optional(),
  durationSeconds: count,
  searchCount: count,
});

/** AskUserQuestion. */
export const AskUserQuestionResult = z.looseObject({
  questions: z.array(z.unknown()).optional(),
  /** By question. */
  answers: anything,
  annotations: anything,
});

/** ExitPlanMode: the plan as it was accepted. */
export const ExitPlanModeResult = z.looseObject({
  plan: textOrNull,
  filePath: text,
  isAgent: flag,
  planWasEdited: flag,
});

/** ToolSearch: names of the tools that were found. */
export const ToolSearchResult = z.looseObject({
  matches: texts,
  query: text,
  total_deferred_tools: count,
});

/** Shape of `toolUseResult` by name of the tool, for the tools that are common in public transcripts. */
export const toolResults: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["Read", ReadResult],
  ["Write", WriteResult],
  ["Edit", EditResult],
  ["MultiEdit", MultiEditResult],
  ["Bash", BashResult],
  ["PowerShell", BashResult],
  ["Grep", GrepResult],
  ["Glob", GlobResult],
  ["Task", AgentResult],
  ["Agent", AgentResult],
  ["Skill", SkillResult],
  ["SlashCommand", SkillResult],
  ["TodoWrite", TodoWriteResult],
  ["TaskCreate", TaskResult],
  ["TaskGet", TaskResult],
  ["TaskOutput", TaskResult],
  ["TaskUpdate", TaskUpdateResult],
  ["WebFetch", WebFetchResult],
  ["WebSearch", WebSearchResult],
  ["AskUserQuestion", AskUserQuestionResult],
  ["ExitPlanMode", ExitPlanModeResult],
  ["ToolSearch", ToolSearchResult],
]);

export interface ReadResult extends z.infer<typeof ReadResult> {}
export interface WriteResult extends z.infer<typeof WriteResult> {}
export interface EditResult extends z.infer<typeof EditResult> {}
export interface BashResult extends z.infer<typeof BashResult> {}
export interface AgentResult extends z.infer<typeof AgentResult> {}
export interface SkillResult extends z.infer<typeof SkillResult> {}
