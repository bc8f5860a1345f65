export { type BoundaryRow, boundaries } from "./queries/boundaries.js";
export { type CheckRow, check } from "./queries/check.js";
export { type DirectoryRow, directories } from "./queries/directories.js";
export { type DriftRow, drift } from "./queries/drift.js";
export { type MessageRow, messages } from "./queries/messages.js";
export type { Phase, Source as ContentSource } from "./queries/provenance.js";
export { type ReturnedRow, returned } from "./queries/returned.js";
export type { Grade, Row } from "./queries/row.js";
export { type SessionRow, session } from "./queries/session.js";
export { type ToolRow, tools } from "./queries/tools.js";
export { type TurnRow, turns } from "./queries/turns.js";
export { type UsageRow, usage } from "./queries/usage.js";
export { readEntries } from "./read/entries.js";
export type {
  Cursor,
  EntryBatch,
  LineClass,
  LineCounts,
  RawEntry,
  ReadEntry,
  ReadOptions,
} from "./read/entry-batch.js";
export { type Issue, type IssueCode, type IssueLevel, issueCodes } from "./read/issue.js";
export type { Place } from "./read/place.js";
export type { ByteSource, Source } from "./read/source.js";
export { TranscriptError } from "./read/transcript-error.js";
export type { Carried, Item } from "./timeline/carried.js";
export { type Event, type EventKind, type EventOf, ofKind } from "./timeline/event.js";
export type { Payload } from "./timeline/payload.js";
export { readTimeline, type TimelineOptions } from "./timeline/read-timeline.js";
export type { Chain, Copy, KindCount, Timeline, TranscriptFile } from "./timeline/timeline.js";
