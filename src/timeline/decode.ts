import type { RawEntry, ReadEntry } from "../read/entry-batch.js";
import { decodeAssistant } from "./decode-assistant.js";
import { decodeAttachment } from "./decode-attachment.js";
import { decodeProgress, decodeSystem } from "./decode-system.js";
import { decodeUser } from "./decode-user.js";
import type { Command, Event, EventBase } from "./event.js";
import { textOf } from "./fields.js";

/** What decoding one session has to remember from entry to entry. */
export interface Session {
  /** Longest tool text kept whole, in characters. */
  payloadChars: number;
  /** Tool name and Skill input by `tool_use` id. */
  calls: Map<string, { tool: string | null; skill: string | null }>;
  /** Slash commands by the uuid of their row: a body that follows makes the command the start of a turn. */
  commands: Map<string, Command>;
  /** Uuids that boundaries name as their anchor: the stream does not flag a summary, it names it. */
  anchors: Set<string>;
}

export const newSession = (payloadChars: number): Session => ({
  payloadChars,
  calls: new Map(),
  commands: new Map(),
  anchors: new Set(),
});

/**
 * Turns one entry into the events it stands for: the last place that knows the shapes of entries.
 * An assistant row gives a reply and one event for each tool call; a user row gives one event for each tool result.
 *
 * In every literal `...base` stands last: one that opens with a spread costs V8 about twenty times as much.
 */
export function decode(read: ReadEntry, base: EventBase, session: Session): Event[] {
  const { entry, kind } = read;
  if (!read.known) return [{ kind: "unknown", record: kind, ...base }];
  switch (entry.type) {
    case "user":
      return decodeUser(entry, kind, base, session);
    case "assistant":
      return decodeAssistant(entry, base, session);
    case "attachment":
      return [decodeAttachment(entry, base, session)];
    case "system":
      return [decodeSystem(entry, kind, base, session)];
    case "progress":
      return [decodeProgress(entry, kind, base)];
    default:
      return [{ kind: "note", note: kind, text: noteText(entry), ...base }];
  }
}

const noteFields = ["customTitle", "aiTitle", "summary", "operation", "mode", "permissionMode", "prUrl", "agentName"];

function noteText(entry: RawEntry): string | null {
  for (const field of noteFields) {
    const text = textOf(entry[field]);
    if (text !== null) return text;
  }
  return null;
}
