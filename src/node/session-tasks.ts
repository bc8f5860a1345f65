import type { MessageTokens } from "../queries/message-tokens.js";
import { fromColumns, type MessageColumns, toColumns } from "./message-columns.js";
import type { MessageQuestion } from "./session-messages.js";
import type { StoredQuery } from "./stored-queries.js";

/** What is asked about a session, by the paths of its files. */
export interface SessionQuestion {
  main: string;
  agents: string[];
}

/** The same, and the stored queries that it is to answer. */
export interface StoredQuestion extends SessionQuestion {
  queries: readonly StoredQuery[];
}

/** A kind of question, how a thread answers it, and how its answer goes to another thread. */
export interface SessionTask<Question extends SessionQuestion, Answer, Packed> {
  answer(question: Question, signal?: AbortSignal): Promise<Answer>;
  pack(answer: Answer): Packed;
  unpack(packed: Packed): Answer;
  /** Below this much to read for each, a thread costs more than it saves: where a core is free for what it leaves to others, and where none is. */
  bytesPerThread: number;
  bytesPerBusyThread: number;
}

const megabyte = 1024 * 1024;

/**
 * A thread takes a third of a second of work to begin and to get fast. Most of that is what the engine compiles beside it, for
 * which another core has to be free; else only more work makes up for it.
 */
const messages: SessionTask<MessageQuestion, MessageTokens[], MessageColumns> = {
  async answer(question, signal) {
    // Loaded where something is read, while other threads load it for themselves.
    const { sessionMessages } = await import("./session-messages.js");
    return sessionMessages(question, signal);
  },
  pack: toColumns,
  unpack: fromColumns,
  bytesPerThread: 160 * megabyte,
  bytesPerBusyThread: 1024 * megabyte,
};

/** The answers as JSON, query by query, as an index keeps them. */
const stored: SessionTask<StoredQuestion, string[], string[]> = {
  async answer({ main, agents, queries }, signal) {
    const { answerSession } = await import("./stored-queries.js");
    const answers = await answerSession(main, agents, queries, signal);
    return queries.map((query) => JSON.stringify(answers[query]));
  },
  pack: (answers) => answers,
  unpack: (answers) => answers,
  bytesPerThread: 40 * megabyte,
  bytesPerBusyThread: 512 * megabyte,
};

export const sessionTasks = { messages, stored };

export type SessionTaskName = keyof typeof sessionTasks;
