import { TranscriptError } from "../read/transcript-error.js";
import { readSession } from "../timeline/read-timeline.js";
import type { Reply, Request, ToldError } from "./messages.js";
import type { OpenSession, WorkerQuery } from "./queries.js";

/** The end of a worker that hears what its page says, and answers it. */
interface Port {
  addEventListener(type: "message", listener: (event: MessageEvent<Request>) => void): void;
  postMessage(reply: Reply): void;
}

type Opening = Extract<Request, { to: "open" }>;
type Question = Extract<Request, { to: "ask" }>;

/** Answers the requests of a page: opens sessions, keeps them, and asks them by the names of the queries. */
export function serve(queries: Readonly<Record<string, WorkerQuery>>): void {
  const port = ownPort();
  const sessions = new Map<number, OpenSession>();
  const running = new Map<number, AbortController>();

  port.addEventListener("message", ({ data: request }) => {
    const { id, to } = request;
    if (to === "abort") {
      running.get(id)?.abort();
      // Where the read had ended before the page's word came, nobody will ask this session or close it.
      sessions.delete(id);
    } else if (to === "close") sessions.delete(id);
    else
      run(request)
        .then((answer) => port.postMessage({ id, answer }))
        .catch((error: unknown) => port.postMessage({ id, error: told(error) }));
  });

  async function run(request: Opening | Question): Promise<unknown> {
    const aborted = new AbortController();
    running.set(request.id, aborted);
    try {
      return await (request.to === "open" ? open(request, aborted.signal) : ask(request, aborted.signal));
    } finally {
      running.delete(request.id);
    }
  }

  async function open({ id, parts, options }: Opening, signal: AbortSignal): Promise<void> {
    const timeline = await readSession(parts, {
      ...options,
      signal,
      onProgress: (progress) => port.postMessage({ id, progress }),
    });
    sessions.set(id, { timeline, parts });
  }

  function ask({ session, query: name, given }: Question, signal: AbortSignal): unknown {
    const opened = sessions.get(session);
    if (opened === undefined)
      throw new TranscriptError("wrong-source", "This session was closed; open it once more to ask it.");
    const query = Object.hasOwn(queries, name) ? queries[name] : undefined;
    if (query === undefined)
      throw new TranscriptError(
        "wrong-option",
        `${JSON.stringify(name)} is no query of this worker; ask ${Object.keys(queries).join(", ")}.`,
      );
    return query({ ...opened, signal }, ...(given as never[]));
  }
}

/** The worker's own end: its global scope, or in Node the port to the thread that started it. */
function ownPort(): Port {
  const { process, self } = globalThis as unknown as {
    process?: { getBuiltinModule?: (name: string) => { parentPort: Port | null } };
    self?: Port;
  };
  const port = process?.getBuiltinModule?.("node:worker_threads").parentPort ?? self;
  if (port !== undefined) return port;
  throw new TranscriptError("wrong-source", "This is the code of a worker: start it with `new Worker(...)`.");
}

function told(error: unknown): ToldError {
  if (TranscriptError.isInstance(error)) return { message: error.message, code: error.code, issue: error.issue };
  return { message: error instanceof Error ? error.message : String(error), code: null };
}
