import * as z from "zod";
import { count, flag, text, texts } from "../fields.js";

/** One skill or command with the text that was sent for it. */
export const InvokedSkill = z.looseObject({
  /** Name of the skill or command. */
  name: text,
  /** Where it came from, such as `projectSettings:<name>`, `bundled:<name>`. */
  path: text,
  /** The body at invocation, or its head and the line `[... skill content truncated for compaction; ...]`. */
  content: text,
});

/** Bodies of invoked skills that were attached again after a compaction (seen from 2.1.159). */
export const InvokedSkillsAttachment = z.looseObject({
  type: z.literal("invoked_skills"),
  /** One per name. */
  skills: z.array(InvokedSkill).optional(),
});

/** Names and descriptions of skills: all of them at the start of a process, else only added ones (2.1.101). */
export const SkillListingAttachment = z.looseObject({
  type: z.literal("skill_listing"),
  /** Lines `- name: description`; a description may span lines. */
  content: text,
  /** Number of skills in this listing. */
  skillCount: count,
  /** True for the whole listing. */
  isInitial: flag,
  /** 2.1.150. */
  names: texts,
});

/** A skill found on the way to a file (2.1.177). */
export const DynamicSkillAttachment = z.looseObject({
  type: z.literal("dynamic_skill"),
  /** Directory of the skills. */
  skillDir: text,
  /** Their names. */
  skillNames: texts,
  displayPath: text,
});

/** A `/name` inside a prompt; no invocation (2.1.288). */
export const SkillMentionAttachment = z.looseObject({
  type: z.literal("skill_mention"),
  /** Name after the slash. */
  skillName: text,
});

/** What a command may do while it runs (2.1.101). */
export const CommandPermissionsAttachment = z.looseObject({
  type: z.literal("command_permissions"),
  /** Tools that need no question. */
  allowedTools: texts,
  /** 2.1.224. */
  model: text,
});

export const skillAttachments = [
  InvokedSkillsAttachment,
  SkillListingAttachment,
  DynamicSkillAttachment,
  SkillMentionAttachment,
  CommandPermissionsAttachment,
] as const;

export interface InvokedSkill extends z.infer<typeof InvokedSkill> {}
export interface InvokedSkillsAttachment extends z.infer<typeof InvokedSkillsAttachment> {}
export interface SkillListingAttachment extends z.infer<typeof SkillListingAttachment> {}
export interface DynamicSkillAttachment extends z.infer<typeof DynamicSkillAttachment> {}
export interface SkillMentionAttachment extends z.infer<typeof SkillMentionAttachment> {}
