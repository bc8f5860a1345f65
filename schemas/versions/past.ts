import * as z from "zod";
import { anything, count, flag, text, texts } from "../fields.js";
import type { changes } from "./changes.js";

/** The past shape of what each change changed. */
export const past: Readonly<Record<keyof typeof changes, z.ZodType>> = {
  streamSpelling: z.looseObject({
    type: z.string(),
    session_id: text,
    parent_tool_use_id: z.string().nullable().optional(),
    request_id: z.string().nullable().optional(),
    compact_metadata: z
      .looseObject({
        trigger: z.string(),
        pre_tokens: count,
        post_tokens: count,
        duration_ms: count,
        preserved_segment: z.looseObject({ head_uuid: text, anchor_uuid: text, tail_uuid: text }).optional(),
        preserved_messages: z.looseObject({ anchor_uuid: text, uuids: texts }).optional(),
      })
      .optional(),
  }),
  cacheCreationSplit: z.looseObject({
    type: z.literal("assistant"),
    message: z.looseObject({
      usage: z.looseObject({ cache_creation_input_tokens: count, cache_creation: z.undefined().optional() }),
    }),
  }),
  thinkingBudget: z.looseObject({
    type: z.literal("user"),
    thinkingMetadata: z.looseObject({
      level: z.string(),
      disabled: flag,
      triggers: z.array(z.unknown()).optional(),
    }),
  }),
  agentTool: z.looseObject({
    type: z.literal("assistant"),
    message: z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) }),
  }),
  hookContextList: z.looseObject({
    type: z.literal("attachment"),
    attachment: z.looseObject({ type: z.literal("hook_additional_context"), content: z.string() }),
  }),
  invokedSkillObjects: z.looseObject({
    type: z.literal("attachment"),
    attachment: z.looseObject({
      type: z.literal("invoked_skills"),
      skills: z.array(z.union([z.string(), z.looseObject({})])),
    }),
  }),
  apiErrorRequestId: z.looseObject({
    type: z.literal("system"),
    subtype: z.literal("api_error"),
    error: z.looseObject({ requestID: z.string().nullable(), headers: anything, error: anything, cause: anything }),
  }),
  autoModeSettings: z.looseObject({
    type: z.literal("attachment"),
    attachment: z.looseObject({ type: z.literal("auto_mode"), reminderType: z.string() }),
  }),
  boundaryWithoutMeta: z.looseObject({
    type: z.literal("system"),
    subtype: z.literal("compact_boundary"),
    isMeta: z.literal(false),
  }),
  forkedFromObject: z.looseObject({ type: z.string(), forkedFrom: z.string() }),
};
