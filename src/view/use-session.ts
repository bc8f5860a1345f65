import { useEffect, useState } from "preact/hooks";
import type { ReadProgress } from "../read/entry-batch.js";
import { TranscriptError } from "../read/transcript-error.js";
import { type TranscriptWorker, type WorkerSession, workerClient } from "../worker/client.js";
import { threadCode } from "./thread-code.js";
import type { threadQueries } from "./thread-queries.js";
import { partsOf, type Transcript } from "./transcripts.js";

type Queries = typeof threadQueries;
export type Session = WorkerSession<Queries>;

/** What became of the session that is shown. */
export type Opened =
  | { is: "none" }
  | { is: "reading"; progress: ReadProgress | null }
  | { is: "open"; session: Session }
  | { is: "refused"; message: string };

let worker: TranscriptWorker<Queries> | null = null;

/** One worker for the page, started with the first transcript. */
function ownWorker(): TranscriptWorker<Queries> {
  worker ??= workerClient<Queries>(
    new Worker(URL.createObjectURL(new Blob([threadCode], { type: "text/javascript" }))),
  );
  return worker;
}

/** Reads a transcript, and lets go of the one before. */
export function useSession(transcript: Transcript | null): Opened {
  const [opened, setOpened] = useState<Opened>({ is: "none" });
  useEffect(() => {
    if (transcript === null) return setOpened({ is: "none" });
    const ended = new AbortController();
    let session: Session | null = null;
    setOpened({ is: "reading", progress: null });
    partsOf(transcript)
      .then((parts) =>
        ownWorker().open(parts, {
          signal: ended.signal,
          onProgress: (progress) => setOpened({ is: "reading", progress }),
        }),
      )
      .then((found) => {
        session = found;
        if (ended.signal.aborted) found.close();
        else setOpened({ is: "open", session: found });
      })
      .catch((error: unknown) => {
        if (ended.signal.aborted) return;
        // Another kind of error is the worker's end, as where memory ran out.
        if (!TranscriptError.isInstance(error)) {
          worker?.terminate();
          worker = null;
        }
        setOpened({ is: "refused", message: messageOf(error) });
      });
    return () => {
      ended.abort();
      session?.close();
    };
  }, [transcript]);
  return opened;
}

/** What a worker said, or why not. */
export interface Answered<Found> {
  answer: Found | null;
  error: string | null;
  /** True until the worker has said anything. */
  asking: boolean;
}

const asking = { answer: null, error: null, asking: true };

/** What the worker answers; a question that the page no longer asks is ended. */
export function useAnswer<Name extends keyof Queries & string>(
  session: Session,
  name: Name,
  ...given: Parameters<typeof session.ask<Name>> extends [Name, ...infer Rest] ? Rest : never
): Answered<Awaited<ReturnType<typeof session.ask<Name>>>> {
  type Found = Awaited<ReturnType<typeof session.ask<Name>>>;
  const [found, setFound] = useState<Answered<Found>>(asking);
  const key = JSON.stringify(given);
  useEffect(() => {
    const ended = new AbortController();
    const tell = (said: Answered<Found>): void => {
      if (!ended.signal.aborted) setFound(said);
    };
    setFound(asking);
    session
      .until(ended.signal)
      .ask(name, ...(given as never))
      .then(
        (answer) => tell({ answer: answer as Found, error: null, asking: false }),
        (error) => tell({ answer: null, error: messageOf(error), asking: false }),
      );
    return () => ended.abort();
  }, [session, name, key]);
  return found;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
