import * as z from "zod";
import { fileAttachments } from "./attachments/files.js";
import { hookAttachments } from "./attachments/hooks.js";
import { instructionAttachments } from "./attachments/instructions.js";
import { listingAttachments } from "./attachments/listings.js";
import { modeAttachments } from "./attachments/modes.js";
import { queueAttachments } from "./attachments/queue.js";
import { reminderAttachments } from "./attachments/reminders.js";
import { sessionAttachments } from "./attachments/session.js";
import { skillAttachments } from "./attachments/skills.js";
import { taskAttachments } from "./attachments/tasks.js";
import { ContentBlock } from "./blocks.js";
import { envelope } from "./envelope.js";
import { flag, text } from "./fields.js";

/** What an attachment carries, told apart by `type`. */
export const Attachment = z.discriminatedUnion("type", [
  ...instructionAttachments,
  ...sessionAttachments,
  ...skillAttachments,
  ...fileAttachments,
  ...hookAttachments,
  ...listingAttachments,
  ...queueAttachments,
  ...taskAttachments,
  ...reminderAttachments,
  ...modeAttachments,
]);

/** One text that the model was sent for an attachment. */
export const Rendered = z.looseObject({
  /** Text, or blocks where the attachment holds blocks. */
  content: z.union([z.string(), z.array(ContentBlock)]).optional(),
});

/** A row that carries something into the context beside the messages (2.1.91). */
export const AttachmentEntry = z.looseObject({
  ...envelope,
  type: z.literal("attachment"),
  attachment: Attachment,
  /** What the model was sent for it (2.1.263 to 2.1.266 on). Bookkeeping has none, nor has a prompt with an image. */
  rendered: z.array(Rendered).optional(),
  /** Role of the turn it went into, `system` or `user`; absent is unknown (by 2.1.286). */
  renderedRole: text,
  /** The same text as it reads inside a human turn; a boolean in some rows (by 2.1.266). */
  renderedInHumanTurn: z.union([z.array(Rendered), z.boolean()]).optional(),
  /** True if it stands as a block beside a tool's result (2.1.288). */
  renderedBesideToolResult: flag,
});

export type Attachment = z.infer<typeof Attachment>;
export interface Rendered extends z.infer<typeof Rendered> {}
export interface AttachmentEntry extends z.infer<typeof AttachmentEntry> {}
