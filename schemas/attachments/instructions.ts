import * as z from "zod";
import { anything, flag, text, textOrNull, texts } from "../fields.js";

/** One file of standing instructions: CLAUDE.md, AGENTS.md, a rule, an import, MEMORY.md. */
export const InstructionFile = z.looseObject({
  /** Absolute path. */
  path: text,
  /** `User`, `Project`, `AutoMem`, also named: `Local`, `Managed`, `TeamMem`. */
  type: text,
  /** The whole text that the model got. */
  content: text,
});

/**
 * The standing instructions (2.1.253 to 2.1.260 on).
 *
 * Without `changed` it is the full set. With `changed` it holds only what differs, to be laid over the last full set:
 * files replace by path, `removed` takes away, and an empty one means that nothing differs.
 * It doesn't say where the text came from: in an automatic compaction it is a copy that the process held.
 */
export const InstructionsAttachment = z.looseObject({
  type: z.literal("instructions"),
  /** The files of this form, in the order sent. */
  files: z.array(InstructionFile).optional(),
  /** True if only what differs is listed. */
  changed: flag,
  /** `session_start`, `compaction`, … */
  reason: text,
  /** Paths that are gone. */
  removed: texts,
});

/** A memory file that was loaded on the way to a file, or a rule bound to paths (2.1.169). */
export const NestedMemoryAttachment = z.looseObject({
  type: z.literal("nested_memory"),
  /** Absolute path. */
  path: text,
  /** Relative to the working directory. */
  displayPath: text,
  /** The text, as it was put in. */
  content: z
    .looseObject({
      /** Absolute path. */
      path: text,
      type: text,
      /** The text, as it was put in. */
      content: text,
      /** True if comments or frontmatter were taken out. */
      contentDiffersFromDisk: flag,
      /** The text as it stands on disk, where that differs. */
      rawContent: text,
      /** Paths that the rule is bound to. */
      globs: texts,
      /** File that imported it. */
      parent: text,
    })
    .optional(),
});

/** Memories that were looked up for the prompt; the shape is from one fixture only. */
export const RelevantMemoriesAttachment = z.looseObject({
  type: z.literal("relevant_memories"),
  /** The memories found. */
  memories: z.array(z.looseObject({ path: text })).optional(),
});

/** Name of the output style (2.1.158). */
export const OutputStyleAttachment = z.looseObject({
  type: z.literal("output_style"),
  /** Name of the style. */
  style: text,
  /** Meaning not recorded. */
  turnReminder: anything,
});

/** Text of the output style. */
export const OutputStyleInstructionsAttachment = z.looseObject({
  type: z.literal("output_style_instructions"),
  /** Name and text of the style. */
  style: z.looseObject({ name: text, prompt: text }).optional(),
});

/** What the sandbox allows; again at every resume and boundary, possibly in other words (2.1.269). */
export const SandboxInstructionsAttachment = z.looseObject({
  type: z.literal("sandbox_instructions"),
  /** The text, as it was put in. */
  content: text,
});

/** A web session or pull request began or changed (2.1.26x). */
export const RemoteSessionChangeAttachment = z.looseObject({
  type: z.literal("remote_session_change"),
  /** Where the session can be followed, or null. */
  url: textOrNull,
  /** Meaning not recorded. */
  commit: anything,
  /** Meaning not recorded. */
  pr: anything,
  /** Meaning not recorded. */
  sendUserFileHint: anything,
  /** Meaning not recorded. */
  managedCommit: anything,
  /** Meaning not recorded. */
  managedPr: anything,
});

export const instructionAttachments = [
  InstructionsAttachment,
  NestedMemoryAttachment,
  RelevantMemoriesAttachment,
  OutputStyleAttachment,
  OutputStyleInstructionsAttachment,
  SandboxInstructionsAttachment,
  RemoteSessionChangeAttachment,
] as const;

export interface InstructionFile extends z.infer<typeof InstructionFile> {}
export interface InstructionsAttachment extends z.infer<typeof InstructionsAttachment> {}
export interface NestedMemoryAttachment extends z.infer<typeof NestedMemoryAttachment> {}
export interface OutputStyleInstructionsAttachment extends z.infer<typeof OutputStyleInstructionsAttachment> {}
export interface SandboxInstructionsAttachment extends z.infer<typeof SandboxInstructionsAttachment> {}
