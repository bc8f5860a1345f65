import * as z from "zod";
import { Content } from "../blocks.js";
import { anything, count, flag, text } from "../fields.js";
import { Origin } from "../user.js";

/** A message that came in during a turn; mostly the only row that holds it (2.1.101). */
export const QueuedCommandAttachment = z.looseObject({
  type: z.literal("queued_command"),
  /** Text, or blocks. */
  prompt: Content.optional(),
  /** `prompt`, `task-notification`. */
  commandMode: text,
  /** Who sent it (2.1.185). */
  origin: Origin.optional(),
  /** When it was sent, ISO 8601 (2.1.193). */
  timestamp: text,
  /** Identity of the message; the same id twice is one message. */
  source_uuid: text,
  /** One delivery of the message. */
  delivery_id: text,
  /** 2.1.278. */
  humanTurn: anything,
  /** True if nobody typed it. */
  isMeta: flag,
  /** Numbers of the pasted images. */
  imagePasteIds: z.array(z.number()).optional(),
  /** Reminder that sent it. */
  reminderId: text,
  /** Cost of the task that it reports. */
  usage: z
    .looseObject({
      /** Tokens. */
      totalTokens: count,
      /** Number of calls. */
      toolUses: count,
      /** ms. */
      durationMs: count,
    })
    .optional(),
  /** Meaning not recorded. */
  forwardedIntent: anything,
});

export const queueAttachments = [QueuedCommandAttachment] as const;

export interface QueuedCommandAttachment extends z.infer<typeof QueuedCommandAttachment> {}
