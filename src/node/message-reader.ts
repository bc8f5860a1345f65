import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { MessageTokens } from "../queries/message-tokens.js";
import { TranscriptError, type TranscriptErrorCode } from "../read/transcript-error.js";
import { checkCount } from "../read/wrong-use.js";
import { bytesOf } from "./each-session.js";
import type { SessionFiles } from "./folder-sessions.js";
import { fromColumns, type MessageColumns } from "./message-columns.js";
import type { MessageQuestion } from "./session-messages.js";

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

/** What a thread is asked. */
export interface Asked {
  id: number;
  question: MessageQuestion;
}

/** What it answers: the messages, or why the session can't be read. */
export type Told = { id: number; columns: MessageColumns } | { id: number; code: TranscriptErrorCode; problem: string };

/**
 * Below this much for each, a thread costs more than it saves: it takes a third of a second of work to begin and to get fast.
 * Most of that is what the engine compiles beside it, for which another core has to be free; else only more work makes up for it.
 */
const bytesPerThread = 160 * 1024 * 1024;
const bytesPerBusyThread = 1024 * 1024 * 1024;
const mostThreads = 64;
/** Sessions that another thread has before it, so that it goes on while this one is busy. */
const asksAtATime = 2;
const sessionsAhead = 8;

/** A reader for these sessions. It takes as many threads as the machine has and as pay; below two, this thread reads. */
export function messageReader(sessions: SessionFiles[], { threads, chain, sessionId }: MessagesWanted): MessageReader {
  if (threads !== undefined) checkCount("threads", threads, 0);
  const bytes = sessions.reduce((sum, session) => sum + bytesOf(session), 0);
  const count = Math.min(threads ?? threadsThatPay(bytes, availableParallelism()), sessions.length, mostThreads);
  const { ahead, read, close } = count < 2 ? ownThread : withOthers(count);
  const questionOf = ({ main, agents }: SessionFiles): MessageQuestion => ({
    main: main.path,
    agents: agents.map(({ path }) => path),
    chain,
    sessionId,
  });
  return { ahead, read: (session, signal) => read(questionOf(session), signal), close };
}

const threadsThatPay = (bytes: number, cores: number): number =>
  Math.max(
    Math.min(Math.floor(bytes / bytesPerThread), Math.floor(cores / 2)),
    Math.min(Math.floor(bytes / bytesPerBusyThread), cores),
  );

interface Reading extends Omit<MessageReader, "read"> {
  read(question: MessageQuestion, signal: AbortSignal): Promise<MessageTokens[]>;
}

const ownThread: Reading = { ahead: 1, read: readHere, close() {} };

/** Reads in this thread. Small files are read without a pause: before each, timers and other threads have their turn. */
async function readHere(question: MessageQuestion, signal: AbortSignal): Promise<MessageTokens[]> {
  await setImmediate();
  // Loaded here, while other threads load it for themselves.
  const { sessionMessages } = await import("./session-messages.js");
  return sessionMessages(question, signal);
}

interface Ask {
  question: MessageQuestion;
  signal: AbortSignal;
  resolve: (messages: MessageTokens[]) => void;
  reject: (reason: unknown) => void;
}

/** A thread, and what it was asked and has not answered. */
interface Thread {
  worker: Worker;
  asks: Map<number, Ask>;
}

/** This thread and `count - 1` others. */
function withOthers(count: number): Reading {
  const threads = new Set<Thread>();
  const waiting: Ask[] = [];
  let lastId = 0;
  let readsHere = false;
  let watching = false;
  let closed = false;

  function start(): void {
    try {
      const worker = new Worker(new URL("./message-worker.js", import.meta.url), { execArgv: [] });
      const thread: Thread = { worker, asks: new Map() };
      threads.add(thread);
      worker.on("message", (told: Told) => answer(thread, told));
      worker.on("error", () => lose(thread));
      worker.on("exit", () => lose(thread));
    } catch {
      // Where threads are not allowed, this one reads.
    }
  }

  /** What a thread that could not begin, or that ended, has not answered is asked again. */
  function lose(thread: Thread): void {
    if (!threads.delete(thread)) return;
    waiting.unshift(...thread.asks.values());
    handOut();
  }

  function answer({ asks }: Thread, told: Told): void {
    const ask = asks.get(told.id);
    asks.delete(told.id);
    handOut();
    if ("columns" in told) ask?.resolve(fromColumns(told.columns));
    else ask?.reject(new TranscriptError(told.code, told.problem));
  }

  /** One session for each thread that has none, and then a second one for the others. */
  function handOut(): void {
    if (closed) return;
    askOthers(1);
    const ask = readsHere ? undefined : waiting.shift();
    if (ask !== undefined) void take(ask);
    askOthers(asksAtATime);
  }

  function askOthers(most: number): void {
    for (const { worker, asks } of threads)
      while (asks.size < most && waiting.length > 0) {
        const ask = waiting.shift() as Ask;
        asks.set(++lastId, ask);
        worker.postMessage({ id: lastId, question: ask.question } satisfies Asked);
      }
  }

  async function take({ question, signal, resolve, reject }: Ask): Promise<void> {
    readsHere = true;
    await readHere(question, signal).then(resolve, reject);
    readsHere = false;
    handOut();
  }

  function refuseAll(reason: unknown): void {
    closed = true;
    for (const { asks } of threads) for (const ask of asks.values()) ask.reject(reason);
    for (const ask of waiting) ask.reject(reason);
  }

  for (let others = count - 1; others > 0; others--) start();
  return {
    ahead: count * sessionsAhead,
    read(question, signal) {
      if (closed) return Promise.reject(signal.reason);
      if (!watching) signal.addEventListener("abort", () => refuseAll(signal.reason));
      watching = true;
      return new Promise((resolve, reject) => {
        waiting.push({ question, signal, resolve, reject });
        handOut();
      });
    },
    close() {
      closed = true;
      for (const { worker } of threads) void worker.terminate();
    },
  };
}
