import * as z from "zod";
import { anything, count, flag, text, texts } from "../fields.js";

const hook = {
  /** Event and matcher, such as `SessionStart:compact`. */
  hookName: text,
  /** Such as `SessionStart`. No row of PreCompact or PostCompact was ever seen. */
  hookEvent: text,
  /** Tool call, or an id of the run that its rows share. */
  toolUseID: text,
};

/** A hook ran well (2.1.101). What reached the model is `content`, not `stdout`. */
export const HookSuccessAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_success"),
  /** Trimmed stdout, a preview of it if it was too long, or empty; empty where stdout was JSON. */
  content: text,
  /** Everything that it printed. */
  stdout: text,
  stderr: text,
  /** 0 is success, 2 blocks, others only fail. */
  exitCode: count,
  command: text,
  /** ms. */
  durationMs: count,
});

/** What the JSON output of a hook gave to the model (2.1.104). */
export const HookAdditionalContextAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_additional_context"),
  /** One text per hook. */
  content: texts,
});

/** What the JSON output of a hook showed to the person; the model doesn't get it (2.1.101). */
export const HookSystemMessageAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_system_message"),
  content: text,
});

/** A hook blocked what was to happen (2.1.150). */
export const HookBlockingErrorAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_blocking_error"),
  /** What the hook said, and its command. */
  blockingError: z.looseObject({ blockingError: text, command: text }).optional(),
});

/** A hook failed and blocked nothing (2.1.121). */
export const HookNonBlockingErrorAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_non_blocking_error"),
  command: text,
  /** 0 is success, 2 blocks, others only fail. */
  exitCode: count,
  /** Everything that it printed. */
  stdout: text,
  stderr: text,
  /** ms; absent in newer rows. */
  durationMs: count,
});

/** A hook was ended before it was done (2.1.126). */
export const HookCancelledAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_cancelled"),
  command: text,
  /** ms. */
  durationMs: count,
  /** True if it ran out of time. */
  timedOut: flag,
  /** ms. */
  timeoutMs: count,
});

/** A hook decided on a permission. */
export const HookPermissionDecisionAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_permission_decision"),
  /** Such as `allow`, `deny`. */
  decision: text,
});

/** A hook ended the conversation. */
export const HookStoppedContinuationAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_stopped_continuation"),
  /** What the hook said. */
  message: text,
});

/** A hook put a call off (2.1.195). */
export const HookDeferredToolAttachment = z.looseObject({
  ...hook,
  type: z.literal("hook_deferred_tool"),
  /** Tool that was to run. */
  toolName: text,
  /** What it was to be given. */
  toolInput: anything,
  permissionMode: text,
});

/** Late answer of a hook that runs in the background; the run may be listed already (2.1.177). */
export const AsyncHookResponseAttachment = z.looseObject({
  ...hook,
  type: z.literal("async_hook_response"),
  /** Identity of the background run. */
  processId: text,
  /** Parsed JSON output. */
  response: anything,
  /** Everything that it printed. */
  stdout: text,
  stderr: text,
  /** 0 is success, 2 blocks, others only fail. */
  exitCode: count,
});

export const hookAttachments = [
  HookSuccessAttachment,
  HookAdditionalContextAttachment,
  HookSystemMessageAttachment,
  HookBlockingErrorAttachment,
  HookNonBlockingErrorAttachment,
  HookCancelledAttachment,
  HookPermissionDecisionAttachment,
  HookStoppedContinuationAttachment,
  HookDeferredToolAttachment,
  AsyncHookResponseAttachment,
] as const;

export interface HookSuccessAttachment extends z.infer<typeof HookSuccessAttachment> {}
export interface HookAdditionalContextAttachment extends z.infer<typeof HookAdditionalContextAttachment> {}
export interface HookSystemMessageAttachment extends z.infer<typeof HookSystemMessageAttachment> {}
export interface HookBlockingErrorAttachment extends z.infer<typeof HookBlockingErrorAttachment> {}
export interface HookNonBlockingErrorAttachment extends z.infer<typeof HookNonBlockingErrorAttachment> {}
export interface HookCancelledAttachment extends z.infer<typeof HookCancelledAttachment> {}
export interface AsyncHookResponseAttachment extends z.infer<typeof AsyncHookResponseAttachment> {}
