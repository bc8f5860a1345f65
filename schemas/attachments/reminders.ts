import * as z from "zod";
import { text } from "../fields.js";

/** Tokens left of the session's budget (2.1.183). */
export const TotalTokensReminderAttachment = z.looseObject({
  type: z.literal("total_tokens_reminder"),
  text: text,
});

/** Asks for a word to the person. */
export const SilentTurnReminderAttachment = z.looseObject({
  type: z.literal("silent_turn_reminder"),
  text: text,
});

/** Asks for calls in one go (2026-09). */
export const BatchingReminderSentAttachment = z.looseObject({
  type: z.literal("batching_reminder_sent"),
  text: text,
  model: text,
  /** Such as `next_user_message`. */
  clearAt: text,
});

/** Says who sees the output of a command. */
export const BashOutputAudienceNoteAttachment = z.looseObject({
  type: z.literal("bash_output_audience_note"),
  toolUseID: text,
});

/** Introduces the companion; its fields are not recorded. */
export const CompanionIntroAttachment = z.looseObject({ type: z.literal("companion_intro") });

export const reminderAttachments = [
  TotalTokensReminderAttachment,
  SilentTurnReminderAttachment,
  BatchingReminderSentAttachment,
  BashOutputAudienceNoteAttachment,
  CompanionIntroAttachment,
] as const;

export interface TotalTokensReminderAttachment extends z.infer<typeof TotalTokensReminderAttachment> {}
