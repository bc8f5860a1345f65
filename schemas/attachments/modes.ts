import * as z from "zod";
import { flag, text } from "../fields.js";

/** Auto mode is on; several modes repeat after a compaction with nothing changed (2.1.119). */
export const AutoModeAttachment = z.looseObject({
  type: z.literal("auto_mode"),
  /** 2.1.211. */
  autoModeConsentFlow: flag,
  /** 2.1.223. */
  bashFirst: flag,
  /** `relaxed`, `strict`. */
  bashFirstSteer: text,
  /** 2.1.229. */
  bypass: flag,
  /** 2.1.223. */
  steerOnly: flag,
  /** `full`, `once`, `sparse` (to 2.1.140). */
  reminderType: text,
});

/** Auto mode is off. */
export const AutoModeExitAttachment = z.looseObject({
  type: z.literal("auto_mode_exit"),
  /** Meaning not recorded. */
  bashFirst: flag,
  /** Meaning not recorded. */
  steerOnly: flag,
});

/** Plan mode is on (2.1.119). */
export const PlanModeAttachment = z.looseObject({
  type: z.literal("plan_mode"),
  /** `full`, `sparse`. */
  reminderType: text,
  /** True inside a subagent. */
  isSubAgent: flag,
  /** Where the plan is written. */
  planFilePath: text,
  /** True if it is there already. */
  planExists: flag,
});

/** Plan mode is off (2.1.119). */
export const PlanModeExitAttachment = z.looseObject({
  type: z.literal("plan_mode_exit"),
  /** Where the plan is written. */
  planFilePath: text,
  /** True if it is there already. */
  planExists: flag,
});

/** Plan mode is on again (2.1.195). */
export const PlanModeReentryAttachment = z.looseObject({
  type: z.literal("plan_mode_reentry"),
  /** Where the plan is written. */
  planFilePath: text,
});

/** More effort for the session (2.1.159). */
export const UltraEffortEnterAttachment = z.looseObject({
  type: z.literal("ultra_effort_enter"),
  reminderType: text,
});

/** The end of it (2.1.229). */
export const UltraEffortExitAttachment = z.looseObject({ type: z.literal("ultra_effort_exit") });

/** More thinking for one prompt. */
export const UltrathinkEffortAttachment = z.looseObject({
  type: z.literal("ultrathink_effort"),
  /** How much more. */
  level: text,
});

/** How large workflows may be (2.1.240). */
export const WorkflowSizeGuidelineChangeAttachment = z.looseObject({
  type: z.literal("workflow_size_guideline_change"),
  /** The new limit, in the program's words. */
  size: text,
});

/** The prompt asked for a workflow (2.1.158). */
export const WorkflowKeywordRequestAttachment = z.looseObject({ type: z.literal("workflow_keyword_request") });

export const modeAttachments = [
  AutoModeAttachment,
  AutoModeExitAttachment,
  PlanModeAttachment,
  PlanModeExitAttachment,
  PlanModeReentryAttachment,
  UltraEffortEnterAttachment,
  UltraEffortExitAttachment,
  UltrathinkEffortAttachment,
  WorkflowSizeGuidelineChangeAttachment,
  WorkflowKeywordRequestAttachment,
] as const;

export interface AutoModeAttachment extends z.infer<typeof AutoModeAttachment> {}
export interface PlanModeAttachment extends z.infer<typeof PlanModeAttachment> {}
