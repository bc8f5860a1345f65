import type { Place } from "./place.js";

/** How much an issue matters: `error` lost something, `warning` may change an answer, `note` is good to know. */
export type IssueLevel = "error" | "warning" | "note";

/** Every code an {@link Issue} can carry, with its level and what it means. */
export const issueCodes = {
  "unreadable-line": {
    level: "error",
    meaning: "The line holds no JSON that can be read; it is counted and left out.",
  },
  "torn-line": {
    level: "warning",
    meaning: "A cut-off stub stood before a whole entry on one line; the entry was recovered, the stub dropped.",
  },
  "joined-line": { level: "note", meaning: "Several whole entries stood on one line; all were recovered." },
  "nul-padding": { level: "note", meaning: "NUL bytes stood around or instead of an entry and were removed." },
  "not-an-entry": { level: "warning", meaning: "The line is valid JSON but not an object with a string `type`." },
  "incomplete-tail": { level: "note", meaning: "The last line has no newline and is not whole yet." },
  "oversize-line": {
    level: "warning",
    meaning: "The line is longer than `maxLineBytes`; its envelope was kept, its payload was not.",
  },
  "invalid-entry": {
    level: "warning",
    meaning: "A known kind of entry has a field of an unexpected shape; the entry is kept, `path` names the field.",
  },
  "invalid-time": {
    level: "warning",
    meaning: "The `timestamp` is no time of ISO 8601; the row has no time, and its place in the file stands.",
  },
  "rewritten-file": {
    level: "warning",
    meaning: "What stands before the cursor is no longer what was read; the file was read again from its start.",
  },
  "truncated-file": {
    level: "warning",
    meaning: "The file is shorter than the cursor; it was read again from its start.",
  },
  "replayed-entry": { level: "note", meaning: "The uuid was read before: a copy, not counted again." },
  "dangling-parent": {
    level: "warning",
    meaning: "`parentUuid` names an entry that is in none of the files; the entry is kept, in file order.",
  },
  "parent-in-other-file": {
    level: "note",
    meaning: "`parentUuid` names an entry of another file of the session; the link stands.",
  },
  "forward-parent": { level: "note", meaning: "`parentUuid` names an entry that stands later in the file." },
  "cyclic-parent": { level: "warning", meaning: "Parent links form a circle; file order is used instead." },
  "parent-in-copies": {
    level: "note",
    meaning: "`parentUuid` names an entry that was replayed after the boundary: the chain points into the copies.",
  },
  "stray-entry": {
    level: "warning",
    meaning:
      "The entry has another session's id and a parent that is not here; it is kept apart, on the chain `stray`.",
  },
  "orphan-result": { level: "warning", meaning: "A tool result whose call was never written." },
  "call-without-result": {
    level: "note",
    meaning: "A tool call without a result: still open at the end, else lost; neither success nor failure.",
  },
  "unlinked-agent": { level: "note", meaning: "A subagent that no tool call of these files names." },
  "model-changed": { level: "note", meaning: "The lines of one message name different models." },
  "logical-parent-absent": { level: "note", meaning: "What stood before the boundary is in another file, or gone." },
  "summary-absent": { level: "note", meaning: "The boundary has no summary in this file." },
  "kept-absent": { level: "note", meaning: "The boundary names kept messages that were never written to the file." },
  "boundary-absent": {
    level: "note",
    meaning: "The running total of dropped tokens does not fit: a compaction of this session is not in the file.",
  },
  "sizes-disagree": {
    level: "note",
    meaning:
      "Recorded and measured context size differ by more than a factor of two; both are reported, neither is corrected.",
  },
  "hook-without-boundary": {
    level: "note",
    meaning: "A compact hook ran without a boundary in its chain; a subagent's compaction reports to the main file.",
  },
} as const satisfies Record<string, { level: IssueLevel; meaning: string }>;

/** Every code that an issue can have; `issueCodes` says what each means. */
export type IssueCode = keyof typeof issueCodes;

/** Bad or surprising data as a value: what is wrong, in words, and where. */
export interface Issue {
  /** What is wrong, for programs. */
  code: IssueCode;
  /** What is wrong, for people. */
  message: string;
  /** Where it is. */
  place: Place;
  /** Path of the field inside the entry, such as `message.usage.output_tokens`. */
  path?: string;
}
