import * as z from "zod";
import { anything, count, flag, text, texts } from "./fields.js";
import { systemFields } from "./system-fields.js";

/** Words met as `compactMetadata.trigger`. What an idle compaction writes is not known. */
export const compactTriggers = ["manual", "auto"] as const;

/** Ends of the stretch of messages that a compaction kept word for word. Superseded by {@link PreservedMessages}. */
export const PreservedSegment = z.looseObject({
  /** `uuid` of the first kept row. */
  headUuid: text,
  /** `uuid` of the row that the kept ones hang under: the summary, or the boundary where a prefix was kept. */
  anchorUuid: text,
  /** `uuid` of the last kept row. */
  tailUuid: text,
});

/** Messages that a compaction kept word for word, by reference: the rows mostly lie before the boundary. */
export const PreservedMessages = z.looseObject({
  /** `uuid` of the row that the first kept one hangs under: the summary, or the boundary where a prefix was kept. */
  anchorUuid: text,
  /** Kept rows in order. */
  uuids: texts,
  /** The same and rows that were in memory only and never reached the file (on disk only). */
  allUuids: texts,
});

/** What a compaction did. Sizes are tokens as the program estimated them. */
export const CompactMetadata = z.looseObject({
  /** See {@link compactTriggers}. */
  trigger: z.string(),
  /** Context before, tokens. */
  preTokens: count,
  /** Context after, tokens: what was put back, not what the next request will hold (2.1.112). */
  postTokens: count,
  /** How long it took, ms (2.1.112). */
  durationMs: count,
  /** Tools found by search before, whose schemas are kept (2.1.112). */
  preCompactDiscoveredTools: texts,
  /** Kept messages by their ends (2.1.158). */
  preservedSegment: PreservedSegment.optional(),
  /** Kept messages one by one (2.1.158). */
  preservedMessages: PreservedMessages.optional(),
  /** True if the summary had been made ahead of time (seen in 2.1.185). */
  precomputed: flag,
  /** Running sum of preTokens - postTokens over the session (2.1.215). */
  cumulativeDroppedTokens: count,
  /** Rows folded into the summary; on a rewind's partial compaction. */
  messagesSummarized: count,
  /** Words that steered the summary; named by readers, not met in a public transcript. */
  userContext: anything,
  /** Artifact versions read before, `{slug, ver}` (about 2.1.290). */
  preCompactArtifactReadVersions: z.array(z.unknown()).optional(),
});

/** The mark of a compaction: what stands before it is, for the model, only what the summary and the rows after it say. */
export const CompactBoundaryEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("compact_boundary"),
  compactMetadata: CompactMetadata,
});

/** The mark of cleared tool results (seen from 2.1.12 to 2.1.22); it doesn't cut the conversation. */
export const MicrocompactBoundaryEntry = z.looseObject({
  ...systemFields,
  subtype: z.literal("microcompact_boundary"),
  /** What was cleared, and its sizes in tokens. */
  microcompactMetadata: z.looseObject({
    /** `auto`. */
    trigger: text,
    /** Context before, tokens. */
    preTokens: count,
    /** Tokens that the clearing saved. */
    tokensSaved: count,
    /** Calls whose results were cleared. */
    compactedToolIds: texts,
    /** Attachments that were cleared. */
    clearedAttachmentUUIDs: texts,
  }),
});

export interface PreservedSegment extends z.infer<typeof PreservedSegment> {}
export interface PreservedMessages extends z.infer<typeof PreservedMessages> {}
export interface CompactMetadata extends z.infer<typeof CompactMetadata> {}
export interface CompactBoundaryEntry extends z.infer<typeof CompactBoundaryEntry> {}
export interface MicrocompactBoundaryEntry extends z.infer<typeof MicrocompactBoundaryEntry> {}
