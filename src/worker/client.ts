import type { ReadProgress } from "../read/entry-batch.js";
import { refusePath } from "../read/refuse-path.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { SessionPart } from "../timeline/read-timeline.js";
import type { Reply, Request, ToldError, WorkerReadOptions } from "./messages.js";
import type { AskedSession, WorkerQuery, workerQueries } from "./queries.js";

/** What can be handed to a worker: it crosses to another thread as it is. */
export type WorkerSource = string | Blob | Uint8Array | ArrayBuffer;

/** One file of a session that has several: its name in places, and the chain of its rows that name no agent. */
export interface WorkerPart extends SessionPart {
  source: WorkerSource;
}

/** How a worker reads, and where it is. */
export interface WorkerOpenOptions extends WorkerReadOptions {
  /** Ends the read with the signal's reason. */
  signal?: AbortSignal;
  /** Is told how far the read has come. */
  onProgress?: (progress: ReadProgress) => void;
}

type Given<Query> = Query extends (session: AskedSession, ...given: infer Rest) => unknown ? Rest : never;
type Answer<Query> = Query extends (session: AskedSession, ...given: never[]) => infer Found ? Awaited<Found> : never;

/** The queries that a worker answers, by name. */
export type WorkerQueries = Readonly<Record<string, WorkerQuery>>;

/** A session that a worker has read and holds. */
export interface WorkerSession<Queries extends WorkerQueries = typeof workerQueries> {
  /** Asks a query by its name, with what it takes after the timeline. */
  ask<Name extends keyof Queries & string>(name: Name, ...given: Given<Queries[Name]>): Promise<Answer<Queries[Name]>>;
  /** The same session, whose questions end with the signal's reason: `trace` in the worker too, of others the answer is dropped. */
  until(signal: AbortSignal): WorkerSession<Queries>;
  /** Lets the worker forget the session. */
  close(): void;
}

/** The page's end of a worker that reads transcripts. */
export interface TranscriptWorker<Queries extends WorkerQueries = typeof workerQueries> {
  /** Reads a transcript, or the files of one session with the main one first. */
  open(source: WorkerSource | readonly WorkerPart[], options?: WorkerOpenOptions): Promise<WorkerSession<Queries>>;
  /** Ends the worker; what is still open is refused. */
  terminate(): void;
}

/** A `Worker` of a page, of Deno or Bun, or of Node's `worker_threads`. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener?(type: string, listener: (event: MessageEvent) => void): void;
  on?(type: string, listener: (value: unknown) => void): unknown;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  onProgress?: (progress: ReadProgress) => void;
}

/** Speaks with a worker that serves these queries. */
export function workerClient<Queries extends WorkerQueries>(worker: WorkerLike): TranscriptWorker<Queries> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: Error | null = null;

  listen(worker, "message", (reply: Reply) => {
    const request = waiting.get(reply.id);
    if (request === undefined) return;
    if ("progress" in reply) return request.onProgress?.(reply.progress);
    waiting.delete(reply.id);
    if ("error" in reply) request.reject(errorOf(reply.error));
    else request.resolve(reply.answer);
  });
  const fail = (error: { message?: string } | null): void =>
    end(new Error(`The worker failed${error?.message ? `: ${error.message}` : "; its file may not have been found"}.`));
  listen(worker, "error", fail);
  listen(worker, "messageerror", fail);

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function send(request: Request, onProgress?: Waiting["onProgress"]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (ended !== null) return reject(ended);
      waiting.set(request.id, { resolve, reject, onProgress });
      try {
        worker.postMessage(request);
      } catch (error) {
        waiting.delete(request.id);
        reject(
          new TranscriptError(
            "wrong-option",
            `What is asked can't cross to the worker (${(error as Error).message}); leave functions out.`,
          ),
        );
      }
    });
  }

  return {
    async open(source, { signal, onProgress, ...options } = {}) {
      signal?.throwIfAborted();
      const parts = partsOf(source);
      const id = ++last;
      await abortable(send({ id, to: "open", parts, options }, onProgress), id, signal);
      return sessionOf(id);
    },
    terminate() {
      end(new Error("The worker was ended."));
      worker.terminate();
    },
  };

  function sessionOf(id: number, signal?: AbortSignal): WorkerSession<Queries> {
    return {
      async ask(query, ...given) {
        signal?.throwIfAborted();
        const asked = ++last;
        const answer = send({ id: asked, to: "ask", session: id, query, given });
        return (await abortable(answer, asked, signal)) as Answer<Queries[typeof query]>;
      },
      until: (ended) => sessionOf(id, ended),
      close: () => worker.postMessage({ id, to: "close" } satisfies Request),
    };
  }

  /** Refuses at once where the signal is aborted; the worker ends what it reads at the next chunk. */
  async function abortable(answer: Promise<unknown>, id: number, signal: AbortSignal | undefined): Promise<unknown> {
    if (signal === undefined) return answer;
    const abort = (): void => {
      waiting.get(id)?.reject(signal.reason);
      waiting.delete(id);
      worker.postMessage({ id, to: "abort" } satisfies Request);
    };
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await answer;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }
}

/** Messages of a page come in events, those of Node as they are. */
function listen<Value>(worker: WorkerLike, type: string, hear: (value: Value) => void): void {
  if (worker.addEventListener === undefined) worker.on?.(type, hear as (value: unknown) => void);
  else worker.addEventListener(type, (event) => hear(type === "message" ? event.data : event));
}

function partsOf(source: WorkerSource | readonly WorkerPart[]): readonly WorkerPart[] {
  if (Array.isArray(source)) return source;
  if (typeof source === "string") refusePath(source);
  const crosses =
    typeof source === "string" ||
    source instanceof Blob ||
    ArrayBuffer.isView(source) ||
    Object.prototype.toString.call(source) === "[object ArrayBuffer]";
  if (crosses) return [{ source: source as WorkerSource, name: null, chain: "main" }];
  throw new TranscriptError(
    "wrong-source",
    "A worker reads text, a Blob or File, or bytes: of a Response pass `await response.blob()`.",
  );
}

function errorOf({ message, code, issue }: ToldError): Error {
  return code === null ? new Error(message) : new TranscriptError(code, message, issue);
}
