import * as z from "zod";
import { anything, count, flag, text } from "../fields.js";

/** Text of a file as it was read. */
export const FileContent = z.looseObject({
  /** `text`; other kinds of file have other words. */
  type: text,
  /** The text and the lines that were read. */
  file: z
    .looseObject({
      filePath: text,
      content: text,
      /** Lines read. */
      numLines: count,
      /** From 1. */
      startLine: count,
      /** Lines of the file. */
      totalLines: count,
    })
    .optional(),
});

/** A file that was put in: named in a prompt, or read again after a compaction. No tool call stands for it (2.1.104). */
export const FileAttachment = z.looseObject({
  type: z.literal("file"),
  /** Absolute path. */
  filename: text,
  /** Relative to the working directory. */
  displayPath: text,
  content: FileContent.optional(),
  /** True if the text was cut. */
  truncated: flag,
  /** Such as `{memoryNote}`. */
  readNotes: anything,
});

/** A file that was named again after a compaction, without its text (2.1.112). */
export const CompactFileReferenceAttachment = z.looseObject({
  type: z.literal("compact_file_reference"),
  /** Absolute path. */
  filename: text,
  displayPath: text,
});

/** The plan, put in again after a compaction (2.1.158). */
export const PlanFileReferenceAttachment = z.looseObject({
  type: z.literal("plan_file_reference"),
  /** Absolute path. */
  planFilePath: text,
  /** The whole plan. */
  planContent: text,
});

/** A file that is named and already in context (2.1.207). */
export const AlreadyReadFileAttachment = z.looseObject({
  type: z.literal("already_read_file"),
  filename: text,
  displayPath: text,
  content: FileContent.optional(),
});

/** Names in a directory (2.1.121). */
export const DirectoryAttachment = z.looseObject({
  type: z.literal("directory"),
  path: text,
  displayPath: text,
  /** One name a line. */
  content: text,
});

/** A file changed outside the conversation (2.1.101). */
export const EditedTextFileAttachment = z.looseObject({
  type: z.literal("edited_text_file"),
  filename: text,
  displayPath: text,
  /** The changed lines, numbered. */
  snippet: text,
});

/** File that is open in the editor (2.1.119). */
export const OpenedFileInIdeAttachment = z.looseObject({
  type: z.literal("opened_file_in_ide"),
  filename: text,
});

/** Lines that are selected in the editor (2.1.119). */
export const SelectedLinesInIdeAttachment = z.looseObject({
  type: z.literal("selected_lines_in_ide"),
  /** Name of the editor. */
  ideName: text,
  filename: text,
  displayPath: text,
  content: text,
  /** From 1. */
  lineStart: count,
  /** The last line selected. */
  lineEnd: count,
});

/** Problems that a language server reports (2.1.101). */
export const DiagnosticsAttachment = z.looseObject({
  type: z.literal("diagnostics"),
  files: z.array(z.looseObject({ uri: text, diagnostics: anything })).optional(),
  /** Meaning not recorded. */
  isNew: flag,
});

/** A file was read in part only (2.1.207). */
export const ReadTruncationNoticeAttachment = z.looseObject({
  type: z.literal("read_truncation_notice"),
  /** What the model is told about the rest. */
  banner: text,
  /** The call that read it. */
  toolUseID: text,
});

/** Pasted images that were saved (2.1.283). */
export const InlinedImagePathsAttachment = z.looseObject({ type: z.literal("inlined_image_paths") });

export const fileAttachments = [
  FileAttachment,
  CompactFileReferenceAttachment,
  PlanFileReferenceAttachment,
  AlreadyReadFileAttachment,
  DirectoryAttachment,
  EditedTextFileAttachment,
  OpenedFileInIdeAttachment,
  SelectedLinesInIdeAttachment,
  DiagnosticsAttachment,
  ReadTruncationNoticeAttachment,
  InlinedImagePathsAttachment,
] as const;

export interface FileContent extends z.infer<typeof FileContent> {}
export interface FileAttachment extends z.infer<typeof FileAttachment> {}
export interface CompactFileReferenceAttachment extends z.infer<typeof CompactFileReferenceAttachment> {}
export interface PlanFileReferenceAttachment extends z.infer<typeof PlanFileReferenceAttachment> {}
export interface AlreadyReadFileAttachment extends z.infer<typeof AlreadyReadFileAttachment> {}
export interface EditedTextFileAttachment extends z.infer<typeof EditedTextFileAttachment> {}
