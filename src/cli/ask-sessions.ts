import { eachSession, type FolderProgress } from "../node/each-session.js";
import { messageOf } from "../node/file-source.js";
import type { SessionFiles } from "../node/folder-sessions.js";
import type { StoredAnswers, StoredQuery } from "../node/stored-queries.js";
import type { MessageTokens } from "../queries/message-tokens.js";
import type { Timeline } from "../timeline/timeline.js";
import { emptyProblem } from "./empty-problem.js";
import type { Found } from "./sessions-at.js";
import type { Terminal } from "./terminal.js";
import type { Sessions } from "./verb.js";

interface AskOptions {
  /** The answers that can be recalled. */
  stored: readonly StoredQuery[];
  concurrency: number;
  onProgress: (progress: FolderProgress) => void;
  /** Is told why a session can't be asked. */
  onProblem: (message: string) => void;
}

/** The answer about a session, or why there is none. */
type Told<T> = { file: string; answer: T } | { file: string; problem: string };

/** Lets a verb ask the sessions that were found. What is wrong with one never stops the others. */
export function askSessions({ sessions, folders }: Found, terminal: Terminal, options: AskOptions): Sessions {
  const { stored, concurrency, onProgress, onProblem } = options;

  async function* each<T>(
    read: (session: SessionFiles, signal: AbortSignal) => Promise<Told<T>>,
    known?: (session: SessionFiles) => (() => Told<T>) | null,
    ahead = concurrency,
  ) {
    const tried = (session: SessionFiles, signal: AbortSignal) =>
      read(session, signal).catch((error): Told<T> => untold(session.main.path, error));
    for await (const told of eachSession(sessions, [], { concurrency: ahead, onProgress }, tried, known))
      if ("answer" in told) yield told;
      else onProblem(told.problem);
  }

  async function opened(session: SessionFiles, signal: AbortSignal): Promise<Timeline> {
    // The reader is loaded where something has to be read.
    const { openNamed } = await import("./open-named.js");
    return openNamed(session, terminal, signal);
  }

  async function answersOf(session: SessionFiles, signal: AbortSignal): Promise<StoredAnswers> {
    const folder = folders.get(session);
    if (folder !== undefined) return folder.read(session, signal);
    const { answersOf } = await import("../node/stored-queries.js");
    return answersOf(await opened(session, signal), stored);
  }

  return {
    ask: (query) =>
      each(async (session, signal) => {
        const { path } = session.main;
        return { file: path, answer: await query(await opened(session, signal), path) };
      }),
    async *recall() {
      try {
        yield* each(
          async (session, signal) => told(session.main.path, await answersOf(session, signal)),
          (session) => {
            const known = folders.get(session)?.known(session) ?? null;
            return known === null ? null : () => told(session.main.path, known());
          },
        );
      } finally {
        for (const folder of new Set(folders.values())) folder.close();
      }
    },
    async *messages(wanted) {
      const { messageReader } = await import("../node/message-reader.js");
      const reader = messageReader(sessions, wanted);
      try {
        const read = async (session: SessionFiles, signal: AbortSignal): Promise<Told<MessageTokens[]>> => {
          const file = session.main.path;
          const found = session.main.regular ? await reader.read(session, signal) : [];
          if (found.length > 0) return { file, answer: found };
          // Without a reply it may be no transcript, which the timeline tells.
          const { events, sessionId } = await opened(session, signal);
          const [{ messagesOf }, { ofKind }] = await Promise.all([
            import("../node/session-messages.js"),
            import("../timeline/event.js"),
          ]);
          return { file, answer: messagesOf(events.filter(ofKind("reply")), sessionId, null) };
        };
        yield* each(read, undefined, Math.max(concurrency, reader.ahead));
      } finally {
        reader.close();
      }
    },
  };
}

const told = (file: string, answer: StoredAnswers): Told<StoredAnswers> =>
  answer.emptiness === null ? { file, answer } : { file, problem: emptyProblem(file, answer.emptiness) };

const untold = (file: string, error: unknown) => ({
  file,
  problem: messageOf(file, error),
});
