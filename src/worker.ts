import { type TranscriptWorker, type WorkerLike, workerClient } from "./worker/client.js";

/**
 * Starts a worker that reads transcripts and answers queries, so that the page stays free: timelines stay in the worker,
 * and only rows cross.
 *
 * Pass a worker of `tidemark/worker-thread` where a bundler has to see its file, or in Node one of `worker_threads`.
 * What a query throws comes as the same `TranscriptError`; where the worker itself fails, everything that was asked of it
 * is refused.
 *
 * Known gaps: functions can't cross, so `budget` takes no estimate of its own; a stream is not taken.
 *
 * @example
 * const worker = transcriptWorker();
 * const session = await worker.open(new Blob([text]));
 * const rows = await session.ask("boundaries");
 * rows.map((row) => row.trigger); // => ["auto", "manual"]
 * worker.terminate();
 */
export function transcriptWorker(
  worker: WorkerLike = new Worker(new URL("./worker-thread.js", import.meta.url), { type: "module" }),
): TranscriptWorker {
  return workerClient(worker);
}

export type {
  TranscriptWorker,
  WorkerLike,
  WorkerOpenOptions,
  WorkerPart,
  WorkerSession,
  WorkerSource,
} from "./worker/client.js";
export type { WorkerReadOptions } from "./worker/messages.js";
