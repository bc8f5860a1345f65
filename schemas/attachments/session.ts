import * as z from "zod";
import { anything, count, flag, text, textOrNull, texts } from "../fields.js";

/**
 * What the program says about the session (2.1.253 to 2.1.269 on). With `changed` only what differs is listed.
 * In a cluster `gitStatus` is fresh, though its words still say "at the start".
 */
export const SessionContextAttachment = z.looseObject({
  type: z.literal("session_context"),
  /** What is said, as far as it is listed. */
  context: z.looseObject({ userEmail: text, gitStatus: text }).optional(),
  /** True if only what differs is listed. */
  changed: flag,
  /** `session_start`, `compaction`, … */
  reason: text,
});

/** Where the session runs (2.1.253 to 2.1.269 on). With `changes` it tells what changed, else it is the full form. */
export const EnvironmentAttachment = z.looseObject({
  type: z.literal("environment"),
  /** The values now. */
  snapshot: z
    .looseObject({
      workingDirectory: text,
      isWorktree: flag,
      isGitRepo: flag,
      additionalWorkingDirectories: texts,
      platform: text,
      shell: text,
      osVersion: text,
      scratchpadDirectory: text,
    })
    .optional(),
  /** What changed since the last form. */
  changes: z
    .array(
      z.looseObject({
        /** Key of `snapshot`, which has the new value. */
        field: text,
        from: anything,
        to: anything,
        /** What a list gained. */
        added: texts,
        /** What a list lost. */
        removed: texts,
      }),
    )
    .optional(),
});

/** Model that the session runs on (2.1.253 to 2.1.269 on). */
export const ModelAttachment = z.looseObject({
  type: z.literal("model"),
  /** The model. */
  identity: z
    .looseObject({
      /** May end in `[1m]`. */
      modelId: text,
      /** Its public name. */
      marketingName: textOrNull,
      /** Up to when it knows the world. */
      knowledgeCutoff: textOrNull,
    })
    .optional(),
  /** The same as a sentence. */
  text: text,
});

/** Today's date (2.1.253 to 2.1.269 on). */
export const DateAttachment = z.looseObject({
  type: z.literal("date"),
  /** ISO date. */
  date: text,
  /** True at a resume on another day. */
  changed: flag,
});

/** The date changed while the session ran (2.1.109). */
export const DateChangeAttachment = z.looseObject({
  type: z.literal("date_change"),
  /** ISO date. */
  newDate: text,
});

/** Organisation of the credentials; never sent. */
export const CredentialOrgAttachment = z.looseObject({
  type: z.literal("credential_org"),
  organizationUuid: text,
});

/** One tool as the model sees it. */
export const ToolSchema = z.looseObject({
  name: text,
  description: text,
  /** JSON Schema of its input. */
  schema: anything,
  /** MCP server of the tool. */
  server: anything,
});

/** A record of what is sent, not something that came back: system prompt and tool schemas (2.1.266 or 2.1.267). */
export const PromptSnapshotAttachment = z.looseObject({
  type: z.literal("prompt_snapshot"),
  /** Parts of the system prompt in order. */
  systemPrompt: texts,
  /** Absent: those of the snapshot before still hold. */
  tools: z.array(ToolSchema).optional(),
  cliPrefix: anything,
  hostPrompt: anything,
  /** Such as `announced`. */
  contextRendering: text,
  echoWireToolInputs: anything,
  inlineTools: anything,
  keptReminders: anything,
  reminderFold: anything,
  systemTurns: anything,
  toolChangeHeader: anything,
});

/** Thinking was left out of the request (2026-09). */
export const ThinkingStrippedAttachment = z.looseObject({
  type: z.literal("thinking_stripped"),
  /** `all`. */
  scope: text,
});

/** Follows `thinking_stripped`. */
export const AdvisorStrippedAttachment = z.looseObject({ type: z.literal("advisor_stripped") });

/** Thinking blocks that the file keeps and the request did not hold (2.1.27x). */
export const ThinkingDropAttachment = z.looseObject({
  type: z.literal("thinking_drop"),
  /** Identity of the API request. */
  requestId: textOrNull,
  model: text,
  /** What the request was for. */
  querySource: text,
  thinkingBlocksSent: count,
  thinkingTurnsSent: count,
  /** Hashes of the blocks. */
  blockHashes: anything,
  firstReportForThreadInProcess: flag,
  /** What this request left out and the one before did not. */
  newlyDropped: z
    .looseObject({
      blockCount: count,
      turnCount: count,
      /** `prefix_mismatch`, `model_mismatch`. */
      reason: text,
      first: anything,
      last: anything,
      reasonCounts: anything,
    })
    .nullable()
    .optional(),
  /** What had changed in the request. */
  clientChange: anything,
});

export const sessionAttachments = [
  SessionContextAttachment,
  EnvironmentAttachment,
  ModelAttachment,
  DateAttachment,
  DateChangeAttachment,
  CredentialOrgAttachment,
  PromptSnapshotAttachment,
  ThinkingStrippedAttachment,
  AdvisorStrippedAttachment,
  ThinkingDropAttachment,
] as const;

export interface SessionContextAttachment extends z.infer<typeof SessionContextAttachment> {}
export interface EnvironmentAttachment extends z.infer<typeof EnvironmentAttachment> {}
export interface ModelAttachment extends z.infer<typeof ModelAttachment> {}
export interface PromptSnapshotAttachment extends z.infer<typeof PromptSnapshotAttachment> {}
export interface ThinkingDropAttachment extends z.infer<typeof ThinkingDropAttachment> {}
