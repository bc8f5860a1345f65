import type { Command, ToolCall, UsageCounters } from "./event.js";

/** What decoding one session has to remember from entry to entry. */
export interface Session {
  /** Longest tool text kept whole, in characters. */
  payloadChars: number;
  /** Tool calls by their id. */
  calls: Map<string, ToolCall>;
  /** Slash commands by the uuid of their row: a body that follows makes the command the start of a turn. */
  commands: Map<string, Command>;
  /** Uuids that boundaries name as their anchor: the stream does not flag a summary, it names it. */
  anchors: Set<string>;
  /** Texts that repeat from row to row, such as commands of hooks: one string is kept for all of them. */
  repeated: Map<string, string>;
  /** Id of the last message: its rows mostly follow one another. */
  messageId: string | null;
  /** What the last reply used: the rows of a message mostly say the same, and share one object. */
  usage: UsageCounters | null;
  /** Chain whose summary is still to come; the stream only flags that a frame was made by the program. */
  summaryDue: string | null;
}

/** Starts with nothing remembered. */
export const newSession = (payloadChars: number): Session => ({
  payloadChars,
  calls: new Map(),
  commands: new Map(),
  anchors: new Set(),
  repeated: new Map(),
  messageId: null,
  usage: null,
  summaryDue: null,
});
