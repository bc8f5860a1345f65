import type { RawEntry, ReadEntry } from "../read/entry-batch.js";
import { decodeAssistant } from "./decode-assistant.js";
import { decodeAttachment } from "./decode-attachment.js";
import { decodeProgress, decodeSystem } from "./decode-system.js";
import { decodeUser } from "./decode-user.js";
import type { Session } from "./decoding-session.js";
import type { Event, EventBase } from "./event.js";
import { textOf } from "./fields.js";

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
      return decodeUser(read, base, session);
    case "assistant":
      return decodeAssistant(read, base, session);
    case "attachment":
      return decodeAttachment(entry, base, session);
    case "system":
      return decodeSystem(entry, kind, base, session);
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
