import * as z from "zod";
import { Content } from "./blocks.js";
import { envelope } from "./envelope.js";
import { anything, count, flag, text, textOrNull } from "./fields.js";

/**
 * Where the text of a user row came from (2.1.112). Open: new words keep coming.
 * Absent means unattributed. Source: type declarations of @anthropic-ai/claude-agent-sdk 0.3.332.
 */
export const Origin = z.looseObject({
  /** One of {@link originKinds}, or a word that came later. */
  kind: text,
  /** Name of the peer or observer that sent it. */
  from: text,
  /** How the sending peer runs: `bypass` or `prompting`. */
  fromMode: text,
  /** Display name of the sender. */
  name: text,
  /** Session of the sender. */
  fromSession: text,
  /** Task of the sender. */
  senderTaskId: text,
  /** What the peer wrote, without its frame. */
  body: text,
  /** Channel's server. */
  server: text,
  /** Kind of notification, such as `scheduled-trigger` or `peer-send-message`. */
  subkind: text,
  /** Why a trigger fired. */
  fireReason: text,
  /** What made the notification, such as `session-task`. */
  producer: text,
});

/** Words met as `origin.kind`. */
export const originKinds = [
  "human",
  "channel",
  "peer",
  "task-notification",
  "coordinator",
  "unclassified",
  "observer",
  "auto-continuation",
  "observer-activity",
  "slack-ping",
] as const;

/** Words met as `promptSource`. */
export const promptSources = ["typed", "queued", "sdk", "system", "suggestion_accepted"] as const;

/** Words met as `toolDenialKind`. */
export const toolDenialKinds = [
  "user-rejected",
  "permission-rule",
  "automode-blocked",
  "automode-unavailable",
  "automode-parsing-error",
  "interrupted",
  "cancelled",
] as const;

/** Fields of a user row beside `timestamp`, on disk and on the stream. */
export const userFields = {
  ...envelope,
  type: z.literal("user"),
  /** What the model got. */
  message: z.looseObject({
    /** `user`. */
    role: text,
    /** One text, or blocks; both occur in the same role. */
    content: Content.optional(),
  }),
  /** True on rows that nobody typed: skill bodies, caveats, scheduled prompts. */
  isMeta: flag,
  /** True on the summary that follows a compaction boundary. */
  isCompactSummary: flag,
  /** True on a summary that the terminal hides; absent on the summary of a rewind's partial compaction. */
  isVisibleInTranscriptOnly: flag,
  /** On the summary of a rewind's partial compaction, instead of `isVisibleInTranscriptOnly`. */
  summarizeMetadata: z
    .looseObject({
      /** Rows folded into the summary. */
      messagesSummarized: count,
      /** `up_to`, or the other direction: from here on. */
      direction: text,
    })
    .optional(),
  /** What the tool returned to the program: an object by tool, a text on every failure, an array from MCP. */
  toolUseResult: anything,
  /** Tool call that wrote this row, as with a skill's body (2.0.67). */
  sourceToolUseID: text,
  /** Assistant row that holds the call of this result (2.1.1). */
  sourceToolAssistantUUID: text,
  /** Call that spawned the subagent of this row; on the stream only. */
  parentToolUseId: textOrNull,
  /** What an MCP server returned beside its content: `{structuredContent, _meta}` (2.1.207). */
  mcpMeta: z.record(z.string(), z.unknown()).optional(),
  /** Joins the rows that one prompt caused (2.1.76). */
  promptId: text,
  /** How the prompt came in, see {@link promptSources} (2.1.169). */
  promptSource: text,
  /** Where the text came from (2.1.112). */
  origin: Origin.optional(),
  /** What started the turn: `human`, `peer`, `task_notification`, `scheduled`, `sdk` (2.1.287). */
  turnOrigin: text,
  /** Position of the turn in the session (2.1.287). */
  turnPosition: z
    .looseObject({
      /** From 0. */
      promptIndex: count,
      /** From 0. */
      turnIndex: count,
    })
    .optional(),
  /** Permission mode at that moment, such as `default`, `auto`, `acceptEdits`, `plan`, `bypassPermissions` (2.1.15). */
  permissionMode: text,
  /** Numbers of the pasted images, as in `[Image #2]`. */
  imagePasteIds: z.array(z.number()).optional(),
  /** True if the process ended during the turn (2.1.216). */
  interruptedByShutdown: flag,
  /** `message.id` of the reply that was interrupted (2.1.150). */
  interruptedMessageId: text,
  /** Plan that the turn was to carry out (2.1.29 to 2.1.42). */
  planContent: text,
  /** How much the model may think (1.0.117 to 2.1.42). */
  thinkingMetadata: z
    .looseObject({
      /** Budget in tokens (2.1.19). */
      maxThinkingTokens: count,
      /** `high` or `none`; not told apart in tokens (to 2.1.17). */
      level: text,
      /** To 2.1.17. */
      disabled: flag,
      /** Words of the prompt that asked for more, with their positions in UTF-16 units (to 2.1.17). */
      triggers: z.array(z.looseObject({ start: count, end: count, text: text })).optional(),
    })
    .optional(),
  /** To-do list at that moment (2.0.64 to 2.1.59). */
  todos: z.array(z.looseObject({ content: text, status: text, activeForm: text })).optional(),
  /** True on rows that belong to a command beside them (2.1.237). */
  turnCompanion: flag,
  /** True if the tool's result ends the turn (2.1.216). */
  toolEndsTurn: flag,
  /** `now`, `next` or `later` (2.1.220). */
  queuePriority: text,
  /** Meaning not recorded. */
  queueOrigin: anything,
  /** True if nothing is attached to the prompt (2.1.252). */
  queueSkipAttachments: flag,
  /** Meaning not recorded. */
  queueTranscriptOnly: flag,
  /** Schedule that sent the prompt. */
  scheduledTaskId: text,
  /** One firing of that schedule (2.1.252). */
  scheduledFireId: text,
  /** What the person wrote when refusing a call (2.1.220). */
  userFeedback: text,
  /** Meaning not recorded. */
  usageLimitNote: anything,
  /** Why a call was refused, see {@link toolDenialKinds} (2.1.206). */
  toolDenialKind: text,
  /** How a call was decided (2.1.295). */
  permissionDecision: z.looseObject({ decision: text, source: text, reasonType: text }).optional(),
  /** Mark for the permission classifier; its shape is not recorded. */
  classifierBoundary: anything,
  /** JSON lines for the permission classifier (2.1.211). */
  classifierMetaLines: text,
  /** What the host told the permission classifier; its shape is not recorded. */
  hostClassifierContext: anything,
  /** `{request, context}` of the permission classifier (2.1.286). */
  serverClassifierContext: anything,
  /** On the stream: true if nobody typed the row. It stands for `isMeta`, a summary, or a row for the terminal only. */
  isSynthetic: flag,
  /** On the stream: true if the row is sent again, not new. */
  isReplay: flag,
};

/** A row of role user in a transcript: a prompt, a tool's result, a skill's body, a summary, … (see `kindOf`). */
export const UserEntry = z.looseObject({
  ...userFields,
  timestamp: z.string(),
});

export interface Origin extends z.infer<typeof Origin> {}
export interface UserEntry extends z.infer<typeof UserEntry> {}
