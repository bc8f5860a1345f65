import { basename, dirname, resolve } from "node:path";
import { counts, type MessageTokens, tokensOf } from "../queries/message-tokens.js";
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

/** Puts the replies of one session together as `linesByMessage` does, but keeps only the line of a message that counts. */
function startMessages(sessionId: string | null, project: string | null) {
  const found = new Map<string, { best: ReplyHead | Reply; lines: number }>();
  function add(reply: ReplyHead | Reply): void {
    if (reply.synthetic || reply.messageId === null) return;
    const known = found.get(reply.messageId);
    if (known === undefined) {
      found.set(reply.messageId, { best: reply, lines: 1 });
      return;
    }
    known.lines += 1;
    if (counts(reply.usage, known.best.usage)) known.best = reply;
  }
  const messages = (): MessageTokens[] =>
    Array.from(found, ([messageId, { best, lines }]) => {
      const { tokens, judgement } = tokensOf(best.usage);
      return {
        messageId,
        model: best.model,
        at: best.at,
        grade: judgement.grade,
        lines,
        place: best.place,
        chain: "chain" in best ? best.chain : null,
        sessionId,
        project,
        // Name by name, as a spread is slower.
        input: tokens.input,
        output: tokens.output,
        cacheRead: tokens.cacheRead,
        cacheWrite5m: tokens.cacheWrite5m,
        cacheWrite1h: tokens.cacheWrite1h,
        cacheWriteUnsplit: tokens.cacheWriteUnsplit,
      };
    });
  return { add, messages };
}
