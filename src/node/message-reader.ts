import type { MessageTokens } from "../queries/message-tokens.js";
import { checkCount } from "../read/wrong-use.js";
import { bytesOf } from "./each-session.js";
import type { SessionFiles } from "./folder-sessions.js";
import { sessionThreads, threadsThatPay } from "./session-threads.js";

/** Reads the messages of sessions, in this thread or in others. */
export interface MessageReader {
  /** Sessions to ask for at a time, so that no thread waits. */
  ahead: number;
  read(session: SessionFiles, signal: AbortSignal): Promise<MessageTokens[]>;
  /** Ends its threads. */
  close(): void;
}

/** What is wanted of messages beside their tokens, and how they are read. */
export interface MessagesWanted {
  chain: boolean;
  sessionId: boolean;
  /** Threads that read; default as many as pay. */
  threads?: number;
}

/** A reader for these sessions. It takes as many threads as the machine has and as pay; below two, this thread reads. */
export function messageReader(sessions: SessionFiles[], { threads, chain, sessionId }: MessagesWanted): MessageReader {
  if (threads !== undefined) checkCount("threads", threads, 0);
  const count = Math.min(threads ?? threadsThatPay("messages", bytesOf(sessions)), sessions.length);
  const { ahead, ask, close } = sessionThreads("messages", count);
  const read: MessageReader["read"] = ({ main, agents }, signal) =>
    ask({ main: main.path, agents: agents.map(({ path }) => path), chain, sessionId }, signal);
  return { ahead, read, close };
}
