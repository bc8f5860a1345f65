import type { Validation } from "../../schemas/check-without-zod.js";
import type { Issue } from "./issue.js";
import type { Place } from "./place.js";

/** One JSON object of a transcript, as parsed. */
export type RawEntry = Record<string, unknown>;

/** The class a physical line falls in; each line falls in exactly one. */
export type LineClass =
  | "entry"
  | "unknown-entry"
  | "non-object"
  | "recovered"
  | "unreadable"
  | "padding"
  | "blank"
  | "incomplete-tail";

/** Number of lines per class; the sum is the number of lines. */
export type LineCounts = Record<LineClass, number>;

/**
 * The long string values that were cut out of an entry; each stands in it as a short marker.
 * Good until the next batch is asked for; a marker that is asked about later throws a `TranscriptError`. A string that is
 * no marker is answered as it is.
 */
export interface Cuts {
  /** The whole text. */
  text(value: string): string;
  /** Its first characters, at most this many UTF-16 units. */
  head(value: string, chars: number): string;
  /** Its length in UTF-16 units. */
  chars(value: string): number;
  /** What tells it from other texts: its length and two hashes, white space at its end left out. */
  fingerprint(value: string): string;
  /** Where the value's bytes lie in the source, between its quotes; null for a string that was not cut. */
  span(value: string): { offset: number; length: number } | null;
}

/** One entry with what was found out about it. */
export interface ReadEntry {
  /** The object exactly as it was parsed: `JSON.stringify(raw)` gives the line back. */
  raw: RawEntry;
  /** The same entry lifted to the newest known shape; the very same object where nothing had to be lifted. */
  entry: RawEntry;
  /** Kind of entry, such as `user/prompt`, `system/compact_boundary`, `attachment/file`. */
  kind: string;
  /** False for a kind this version of the library does not know. */
  known: boolean;
  place: Place;
  /** Paths of the fields that do not fit the schema of the kind; absent where all fit. */
  problems?: string[];
  /** Length of the entry in bytes: of the line without its newline, but where something else stands on it. */
  bytes: number;
  /** Set on an entry of a last line without newline: whole as it stands, but a later read from the cursor brings it again. */
  unterminated?: true;
  /** With `bodies: "lazy"`: the long values that `raw` and `entry` hold as markers; absent where none was cut. */
  cuts?: Cuts;
  /** Set on an entry whose line was longer than `maxLineBytes`: the envelope only. */
  salvaged?: true;
}

/** Where a later read goes on, and the proof that what lies before is unchanged. */
export interface Cursor {
  /** Byte offset just after the last newline read; in a document that is one array, after the last whole element. */
  offset: number;
  /** Number of lines before `offset`. */
  line: number;
  /** Hash of the head and tail of the bytes before `offset`. */
  hash: string;
}

/** Entries of one chunk of the source, with what went wrong in it. */
export interface EntryBatch {
  /** Entries, in file order. */
  entries: ReadEntry[];
  /** What is wrong with the lines of this batch. */
  issues: Issue[];
  /** Lines of this batch by class. */
  lines: LineCounts;
  /** Where to go on after this batch. */
  cursor: Cursor;
  /** True on the first batch of a read that had to start again because the file changed before the cursor. */
  restarted?: true;
}

/** How far a read has come. */
export interface ReadProgress {
  /** Bytes read, those before a cursor included. */
  bytes: number;
  /** Bytes there are in all; null where the source does not say, as text, streams and chunks do not. */
  total: number | null;
}

/** How `readEntries` reads, and all that reads through it. */
export interface ReadOptions {
  /** Lines above this many bytes are salvaged, not parsed whole; default 16 MiB. */
  maxLineBytes?: number;
  /**
   * `"whole"` (default) parses every line whole. `"lazy"` cuts string values of more than 256 bytes out of tool results,
   * replies and progress records before parsing, which is over a third faster and leaves long payload undecoded; kinds
   * that carry context, short lines, damaged lines and array documents are whole all the same.
   */
  bodies?: "whole" | "lazy";
  /**
   * Only entries of these kinds, such as `"system/compact_boundary"`, found by their names in the bytes: other lines are
   * passed over without being parsed, and are in no class and no issue. A kind has to be named by a word of its own (no
   * `user/…`, no family), and the word has to be written plainly, without `\\u` escapes, as every writer known does.
   */
  kinds?: readonly string[];
  /**
   * How entries are checked: by a test derived from the zod schemas (default), or `"always"` by zod itself, with the same
   * answer; with `"never"` their fields are not, and no problem of them is told.
   */
  validate?: Validation;
  /** Go on from here; the source must be the same file from its first byte. */
  cursor?: Cursor;
  /** Ends the read early with the signal's reason, at the next chunk. */
  signal?: AbortSignal;
  /** Is told how far the read has come: whenever other work of the thread has its turn, and at the end. */
  onProgress?: (progress: ReadProgress) => void;
  /** `"collect"` (default) puts issues into the batches, `"throw"` throws the first one as a `TranscriptError`, a function is called with each. */
  onIssue?: "collect" | "throw" | ((issue: Issue) => void);
  /** Put into every `place.file`. */
  file?: string;
}
