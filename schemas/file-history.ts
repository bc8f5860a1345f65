import * as z from "zod";
import { bookkeepingFields } from "./envelope.js";
import { count, flag, text, textOrNull } from "./fields.js";

/** A saved copy of a file before an edit. */
export const FileBackup = z.looseObject({
  /** Name of the copy; null where the file did not exist. */
  backupFileName: textOrNull,
  /** Number of the copy, from 1. */
  version: count,
  /** ISO 8601. */
  backupTime: text,
  /** Directory of the file, links resolved (2.1.212). */
  realParentDir: text,
});

/** One file was saved before an edit (2.1.183). */
export const FileHistoryDeltaEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("file-history-delta"),
  /** Message that the edit belongs to. */
  messageId: text,
  /** Message of the snapshot that this adds to. */
  snapshotMessageId: text,
  /** Path of the file, relative to the working directory. */
  trackingPath: text,
  /** The saved copy. */
  backup: FileBackup.optional(),
});

/** The files saved so far (2.0.5). It says nothing about the context. */
export const FileHistorySnapshotEntry = z.looseObject({
  ...bookkeepingFields,
  type: z.literal("file-history-snapshot"),
  /** Message that the snapshot belongs to. */
  messageId: text,
  /** True if the row replaces the earlier one of the same message. */
  isSnapshotUpdate: flag,
  /** The files saved so far. */
  snapshot: z
    .looseObject({
      /** Message that the snapshot belongs to. */
      messageId: text,
      /** By path. */
      trackedFileBackups: z.record(z.string(), FileBackup).optional(),
      timestamp: text,
    })
    .optional(),
});

export interface FileBackup extends z.infer<typeof FileBackup> {}
export interface FileHistoryDeltaEntry extends z.infer<typeof FileHistoryDeltaEntry> {}
export interface FileHistorySnapshotEntry extends z.infer<typeof FileHistorySnapshotEntry> {}
