import { basename, dirname, resolve } from "node:path";
import { counts, type MessageTokens, tokensOf } from "../queries/message-tokens.js";
import type { Place } from "../read/place.js";
import type { Reply } from "../timeline/event.js";
import { type ReplyHead, readReplyHeads } from "../timeline/read-reply-heads.js";
import { agentOf, sessionIdOf } from "./file-names.js";
import { fileSource, openInto } from "./file-source.js";

/** The files of a session by their paths, and what is asked about its messages beside their tokens. */
export interface MessageQuestion {
  main: string;
  agents: string[];
  chain: boolean;
  sessionId: boolean;
}

/**
 * The messages of one session, in the order of their first lines. Places name their file by its path. The chain of a row,
 * and the session that a file does not name, are told by all rows together: only for these the session is read whole.
 */
export async function sessionMessages(question: MessageQuestion, signal?: AbortSignal): Promise<MessageTokens[]> {
  const { main, agents, chain, sessionId } = question;
  const named = sessionIdOf(main) ?? null;
  const parts = [main, ...agents].map((path) => ({
    source: fileSource(path),
    openInto: () => openInto(path),
    name: path,
    chain: agentOf(path) ?? "main",
  }));
  const project = basename(dirname(resolve(main)));
  if (chain || (sessionId && named === null)) {
    const { readSession } = await import("../timeline/read-timeline.js");
    const { eventsOf } = await import("../timeline/events-of.js");
    const timeline = await readSession(parts, { sessionId: named ?? undefined, signal });
    return messagesOf(eventsOf(timeline, "reply"), timeline.sessionId, project);
  }
  const found = startMessages(named, project);
  await readReplyHeads(parts, found.add, signal);
  return found.messages();
}

/** The messages that replies of one session belong to. */
export function messagesOf(
  replies: readonly Reply[],
  sessionId: string | null,
  project: string | null,
): MessageTokens[] {
  const found = startMessages(sessionId, project);
  replies.forEach(found.add);
  return found.messages();
}

/** Puts the replies of one session together as `linesByMessage` does, but keeps no line of them. */
function startMessages(sessionId: string | null, project: string | null) {
  const messages = new Map<string, MessageTokens>();
  function add(reply: ReplyHead | Reply): void {
    const { messageId } = reply;
    if (reply.synthetic || messageId === null) return;
    const known = messages.get(messageId);
    if (known === undefined) {
      messages.set(messageId, tellOf(reply, newMessage(messageId, sessionId, project, reply.place)));
      return;
    }
    known.lines += 1;
    if (counts(reply.usage, known)) tellOf(reply, known);
  }
  return { add, messages: (): MessageTokens[] => [...messages.values()] };
}

/** Writes what the line of a message that counts says of it. */
function tellOf(reply: ReplyHead | Reply, message: MessageTokens): MessageTokens {
  const { tokens, judgement } = tokensOf(reply.usage);
  message.model = reply.model;
  message.at = reply.at;
  message.grade = judgement.grade;
  message.place = reply.place;
  message.chain = "chain" in reply ? reply.chain : null;
  message.input = tokens.input;
  message.output = tokens.output;
  message.cacheRead = tokens.cacheRead;
  message.cacheWrite5m = tokens.cacheWrite5m;
  message.cacheWrite1h = tokens.cacheWrite1h;
  message.cacheWriteUnsplit = tokens.cacheWriteUnsplit;
  return message;
}

const newMessage = (
  messageId: string,
  sessionId: string | null,
  project: string | null,
  place: Place,
): MessageTokens => ({
  messageId,
  model: null,
  at: null,
  grade: "unknown",
  lines: 1,
  place,
  chain: null,
  sessionId,
  project,
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite5m: null,
  cacheWrite1h: null,
  cacheWriteUnsplit: null,
});
