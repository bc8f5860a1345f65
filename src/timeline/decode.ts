import type { RawEntry, ReadEntry } from "../read/entry-batch.js";
import { decodeAssistant } from "./decode-assistant.js";
import { decodeAttachment } from "./decode-attachment.js";
import { decodeProgress, decodeSystem } from "./decode-system.js";
import { decodeUser } from "./decode-user.js";
import type { Session } from "./decoding-session.js";
import type { Event, EventBase } from "./event.js";
import { textOf } from "./fields.js";
import { repeated } from "./repeated.js";

/**
 * Turns one entry into the events it stands for: the last place that knows the shapes of entries.
 * An assistant row gives a reply and one event for each tool call; a user row gives one event for each tool result.
 *
 * Kinds that most events are of name the fields of `base` one by one: a spread costs V8 a second object for each event. Where
 * there is one it stands last: a literal that opens with it costs about twenty times as much.
 */
export function decode(read: ReadEntry, base: EventBase, session: Session): Event[] {
  const { entry, kind } = read;
  if (!read.known) return [{ kind: "unknown", record: repeated(kind, session), ...base, ...unread }];
  switch (entry.type) {
    case "user":
      return decodeUser(read, base, session);
    case "assistant":
      return decodeAssistant(read, base, session);
    case "attachment":
      return decodeAttachment(entry, base, session);
    case "system":
      return decodeSystem(entry, repeated(kind, session), base, session);
    case "progress":
      return [decodeProgress(read, repeated(kind, session), base)];
    default:
      return [note(entry, repeated(kind, session), base)];
  }
}

function note(entry: RawEntry, kind: string, base: EventBase): Event {
  const { place, parent, at, chain, segment, cliVersion, sessionId, process, cwd, branch, entrypoint } = base;
  return {
    kind: "note",
    note: kind,
    text: noteText(entry),
    place,
    parent,
    at,
    chain,
    segment,
    cliVersion,
    sessionId,
    process,
    cwd,
    branch,
    entrypoint,
  };
}

/** What the envelope of an unknown kind says may mean something else: no answer rests on it. */
const unread = { cliVersion: null, process: null, cwd: null, branch: null, entrypoint: null };

const noteFields = ["customTitle", "aiTitle", "summary", "operation", "mode", "permissionMode", "prUrl", "agentName"];

function noteText(entry: RawEntry): string | null {
  for (const field of noteFields) {
    const text = textOf(entry[field]);
    if (text !== null) return text;
  }
  return null;
}
