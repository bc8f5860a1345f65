import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { TranscriptError, type TranscriptErrorCode } from "../read/transcript-error.js";
import { type SessionQuestion, type SessionTask, type SessionTaskName, sessionTasks } from "./session-tasks.js";

/** Answers questions about sessions, in this thread or in others, each one at a time. */
export interface SessionThreads<Question extends SessionQuestion, Answer> {
  /** Questions to ask at a time, so that no thread waits. */
  ahead: number;
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  /** Ends its threads. */
  close(): void;
}

/** What a thread is asked. */
export interface Asked {
  id: number;
  task: SessionTaskName;
  question: SessionQuestion;
}

/** What it answers, or why the session can't be read. */
export type Told = { id: number; packed: unknown } | { id: number; code: TranscriptErrorCode; problem: string };

type QuestionOf<Name extends SessionTaskName> = Parameters<(typeof sessionTasks)[Name]["answer"]>[0];
type AnswerOf<Name extends SessionTaskName> = Awaited<ReturnType<(typeof sessionTasks)[Name]["answer"]>>;

const mostThreads = 64;
/** Sessions that another thread has before it, so that it goes on while this one is busy. */
const asksAtATime = 2;
const sessionsAhead = 8;

/** How many threads pay for so many bytes on this machine; 0 and 1 are this one alone. */
export function threadsThatPay(name: SessionTaskName, bytes: number, cores = availableParallelism()): number {
  const { bytesPerThread, bytesPerBusyThread } = sessionTasks[name];
  return Math.max(
    Math.min(Math.floor(bytes / bytesPerThread), Math.floor(cores / 2)),
    Math.min(Math.floor(bytes / bytesPerBusyThread), cores),
  );
}

/** So many threads for a kind of question, this one among them; below two, this one answers alone. */
export function sessionThreads<Name extends SessionTaskName>(
  name: Name,
  threads: number,
): SessionThreads<QuestionOf<Name>, AnswerOf<Name>> {
  const task = sessionTasks[name] as SessionTask<SessionQuestion, AnswerOf<Name>, unknown>;
  const count = Math.min(threads, mostThreads);
  return count < 2 ? { ahead: 1, ask: answerHere(task), close() {} } : withOthers(name, task, count);
}

/** Answers in this thread. Small files are read without a pause: before each, timers and other threads have their turn. */
const answerHere =
  <Answer>(task: SessionTask<SessionQuestion, Answer, unknown>) =>
  async (question: SessionQuestion, signal: AbortSignal): Promise<Answer> => {
    await setImmediate();
    return task.answer(question, signal);
  };

interface Ask<Answer> {
  question: SessionQuestion;
  signal: AbortSignal;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

/** A thread, and what it was asked and has not answered. */
interface Thread<Answer> {
  worker: Worker;
  asks: Map<number, Ask<Answer>>;
}

/** This thread and `count - 1` others. */
function withOthers<Answer>(
  name: SessionTaskName,
  task: SessionTask<SessionQuestion, Answer, unknown>,
  count: number,
): SessionThreads<SessionQuestion, Answer> {
  const answer = answerHere(task);
  const threads = new Set<Thread<Answer>>();
  const waiting: Ask<Answer>[] = [];
  let lastId = 0;
  let answersHere = false;
  let watching = false;
  let closed = false;

  function start(): void {
    try {
      const worker = new Worker(new URL("./session-worker.js", import.meta.url), { execArgv: [] });
      const thread: Thread<Answer> = { worker, asks: new Map() };
      threads.add(thread);
      // A thread that was asked nothing keeps no process alive, as an iterator can be left without its end.
      worker.unref();
      worker.on("message", (told: Told) => settle(thread, told));
      worker.on("error", () => lose(thread));
      worker.on("exit", () => lose(thread));
    } catch {
      // Where threads are not allowed, this one answers.
    }
  }

  /** What a thread that could not begin, or that ended, has not answered is asked again. */
  function lose(thread: Thread<Answer>): void {
    if (!threads.delete(thread)) return;
    waiting.unshift(...thread.asks.values());
    handOut();
  }

  function settle({ worker, asks }: Thread<Answer>, told: Told): void {
    const ask = asks.get(told.id);
    asks.delete(told.id);
    handOut();
    if (asks.size === 0) worker.unref();
    if ("packed" in told) ask?.resolve(task.unpack(told.packed));
    else ask?.reject(new TranscriptError(told.code, told.problem));
  }

  /** One session for each thread that has none, and then a second one for the others. */
  function handOut(): void {
    if (closed) return;
    askOthers(1);
    const ask = answersHere ? undefined : waiting.shift();
    if (ask !== undefined) void take(ask);
    askOthers(asksAtATime);
  }

  function askOthers(most: number): void {
    for (const { worker, asks } of threads)
      while (asks.size < most && waiting.length > 0) {
        const ask = waiting.shift() as Ask<Answer>;
        asks.set(++lastId, ask);
        worker.ref();
        worker.postMessage({ id: lastId, task: name, question: ask.question } satisfies Asked);
      }
  }

  async function take({ question, signal, resolve, reject }: Ask<Answer>): Promise<void> {
    answersHere = true;
    await answer(question, signal).then(resolve, reject);
    answersHere = false;
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
    ask(question, signal) {
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
