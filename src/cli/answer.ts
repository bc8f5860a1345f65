import { once } from "node:events";
import { eachSession } from "../node/each-session.js";
import { reasonOf } from "../node/file-source.js";
import type { SessionFiles } from "../node/folder-sessions.js";
import { indexedFolder } from "../node/indexed-folder.js";
import type { StoredAnswers, StoredQuery } from "../node/stored-queries.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { Timeline } from "../timeline/timeline.js";
import { emptyProblem } from "./empty-problem.js";
import { painter } from "./paint.js";
import { printJson } from "./print-json.js";
import { printTables } from "./print-tables.js";
import { progressBar } from "./progress-bar.js";
import { sessionsAt } from "./sessions-at.js";
import { complain, type Terminal } from "./terminal.js";
import type { Sessions, Verb, View } from "./verb.js";

/** What is asked of a verb. */
export interface Question {
  paths: string[];
  /** What the options of the verb gave. */
  given: object;
  json: boolean;
  concurrency: number;
  /** Whether to use the index of a folder, where the verb can. */
  index: boolean;
}

/** Columns where there is no terminal to ask. */
const usualWidth = 80;
const leastWidth = 40;

/**
 * Answers one verb for files and folders, and gives the exit code: 0 answered, 1 where a check found a fault, 2 where a
 * session could not be asked. What is wrong with one is a line on standard error and never stops the others.
 */
export async function answer(verb: Verb, question: Question, terminal: Terminal): Promise<number> {
  const { paths, given, json, concurrency, index } = question;
  const stored: StoredQuery[] = verb.stored === undefined ? [] : [...verb.stored, "emptiness"];
  const { sessions, folders, problems } = await sessionsAt(paths, (path, onProblem) =>
    indexedFolder(path, stored.length > 0 && index, stored, onProblem),
  );
  const bar = progressBar(terminal);
  let unread = 0;
  const onProblem = (message: string) => {
    unread++;
    bar.clear();
    complain(terminal, message);
  };
  for (const { message } of problems) onProblem(message);
  if (sessions.length === 0 && !json) return 2;

  async function* each<T>(
    read: (session: SessionFiles, signal: AbortSignal) => Promise<Told<T>>,
    known?: (session: SessionFiles) => (() => Told<T>) | null,
  ) {
    const tried = (session: SessionFiles, signal: AbortSignal) =>
      read(session, signal).catch((error): Told<T> => untold(session.main.path, error));
    for await (const told of eachSession(sessions, [], { concurrency, onProgress: bar.show }, tried, known))
      if ("answer" in told) yield told;
      else onProblem(told.problem);
  }

  const opened = async (session: SessionFiles, signal: AbortSignal): Promise<Timeline> => {
    // The reader is loaded where something has to be read.
    const { openNamed } = await import("./open-named.js");
    return openNamed(session, terminal.stdin, signal);
  };

  const asked: Sessions = {
    ask: (query) =>
      each(async (session, signal) => {
        const { path } = session.main;
        const timeline = await opened(session, signal);
        return { file: path, answer: await query(timeline, path) };
      }),
    async *recall() {
      const told = ({ main: { path } }: SessionFiles, answer: StoredAnswers): Told<StoredAnswers> =>
        answer.emptiness === null
          ? { file: path, answer }
          : { file: path, problem: emptyProblem(path, answer.emptiness) };
      try {
        yield* each(
          async (session, signal) => {
            const folder = folders.get(session);
            if (folder !== undefined) return told(session, await folder.read(session, signal));
            const [timeline, { answersOf }] = await Promise.all([
              opened(session, signal),
              import("../node/stored-queries.js"),
            ]);
            return told(session, answersOf(timeline, stored));
          },
          (session) => {
            const known = folders.get(session)?.known(session) ?? null;
            return known === null ? null : () => told(session, known());
          },
        );
      } finally {
        for (const folder of new Set(folders.values())) folder.save();
      }
    },
  };
  const view: View = {
    width: Math.max(leastWidth, terminal.columns ?? usualWidth),
    paint: painter(terminal.color),
    many: sessions.length > 1,
    given,
    write: async (text) => {
      bar.clear();
      if (!terminal.stdout.write(text)) await once(terminal.stdout, "drain");
    },
  };
  const print = json ? printJson : (verb.print ?? printTables);
  const fault = await print(verb, asked, view).finally(bar.clear);
  return unread > 0 ? 2 : fault ? 1 : 0;
}

/** The answer about a session, or why there is none. */
type Told<T> = { file: string; answer: T } | { file: string; problem: string };

const untold = (file: string, error: unknown) => ({
  file,
  problem: TranscriptError.isInstance(error) ? error.message : reasonOf(file, error),
});
