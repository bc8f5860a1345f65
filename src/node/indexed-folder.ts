import { resolve } from "node:path";
import { bytesOf } from "./each-session.js";
import { isSettled, type SessionFiles, sessionsBelow } from "./folder-sessions.js";
import { emptyIndex, type IndexedSession, indexPath, readIndex, writeIndex } from "./index-file.js";
import { namesBelow } from "./names-below.js";
import type { StoredAnswers, StoredQuery } from "./stored-queries.js";
import type { FolderProblem, FoundFile } from "./walk-folder.js";

/** What an index keeps of each session, in this order. */
export const storedNames: readonly StoredQuery[] = ["boundaries", "check", "session", "emptiness", "issues"];

/** The sessions of a folder, and what an index on disk knows of them. */
export interface IndexedFolder {
  sessions: SessionFiles[];
  /** Gives the answers of a session of which no file has changed; null for any other. */
  known(session: SessionFiles): (() => StoredAnswers) | null;
  /** Reads a session, and keeps all its answers for the index. */
  read(session: SessionFiles, signal: AbortSignal): Promise<StoredAnswers>;
  /** Puts what was read into the index, and ends the threads that read. */
  close(): void;
}

export interface IndexedFolderOptions {
  /** False for no index, true for the one in the user's cache folder, else the folder for it. */
  index: boolean | string;
  /** Sessions that are read at a time; no more threads are taken by themselves. */
  concurrency: number;
  /** Threads that read; default as many as pay. */
  threads?: number;
}

/** Finds the sessions below a folder, to give those answers that are in `asked`. What can't be read is handed to `onProblem`. */
export async function indexedFolder(
  folder: string,
  asked: readonly StoredQuery[],
  { index, concurrency, threads }: IndexedFolderOptions,
  onProblem: (problem: FolderProblem) => void,
): Promise<IndexedFolder> {
  const root = resolve(folder);
  const path = index === false ? null : indexPath(root, index === true ? null : index);
  const old = path === null ? emptyIndex() : readIndex(path, root, storedNames, asked);
  const fresh = emptyIndex();
  const nameBelow = namesBelow(folder);
  const nameOf = (file: FoundFile): string => nameBelow(file.path);
  const now = Date.now();
  const sessions = await sessionsBelow(folder, onProblem, idOf);

  const wanted = path === null ? asked : storedNames;
  let reading: ReturnType<typeof startReading> | null = null;

  return {
    sessions,
    known(session) {
      const held = heldOf(session);
      return held === null ? null : () => parsed(held.answers, storedNames);
    },
    async read(session, signal) {
      reading ??= startReading();
      const { main, agents } = session;
      const question = { main: main.path, agents: agents.map(({ path }) => path), queries: wanted };
      const answers = await (await reading).ask(question, signal);
      const settled = [main, ...agents].every((file) => isSettled(file, now));
      if (path !== null && settled) fresh.sessions.set(nameOf(main), { files: stampsOf(session), answers });
      return parsed(answers, wanted);
    },
    close() {
      void reading?.then(
        ({ close }) => close(),
        () => undefined,
      );
      const gone = old.sessions.size > sessions.length;
      if (path !== null && (gone || fresh.sessions.size > 0 || fresh.ids.size > 0)) update(path);
    },
  };

  /** What the index holds of a session of which no file has changed; null for any other. */
  function heldOf(session: SessionFiles): IndexedSession | null {
    const held = old.sessions.get(nameOf(session.main));
    return held !== undefined && held.files === stampsOf(session) ? held : null;
  }

  /** Threads for what the index does not hold. They are loaded where something has to be read. */
  async function startReading() {
    const { sessionThreads, threadsThatPay } = await import("./session-threads.js");
    const unknown = sessions.filter((session) => heldOf(session) === null);
    const count = threads ?? Math.min(concurrency, threadsThatPay("stored", bytesOf(unknown)));
    return sessionThreads("stored", Math.min(count, unknown.length));
  }

  function stampsOf({ main, agents }: SessionFiles): string {
    return [main, ...agents].map((file) => `${nameOf(file)} ${file.stamp}`).join("\n");
  }

  function parsed(answers: IndexedSession["answers"], names: readonly StoredQuery[]): StoredAnswers {
    const entries = asked.map((name) => [name, JSON.parse(answers[names.indexOf(name)] as string)]);
    return Object.fromEntries(entries) as StoredAnswers;
  }

  /** Puts what was read in the place of what was known, and keeps what others wrote meanwhile. */
  function update(path: string): void {
    const index = readIndex(path, root, storedNames);
    for (const [name, session] of fresh.sessions) index.sessions.set(name, session);
    for (const [name, id] of fresh.ids) index.ids.set(name, id);
    const here = new Set(sessions.flatMap(({ main, agents }) => [main, ...agents]).map(nameOf));
    for (const named of [index.sessions, index.ids])
      for (const name of named.keys()) if (!here.has(name)) named.delete(name);
    writeIndex(path, root, storedNames, index);
  }

  async function idOf(file: FoundFile): Promise<string | null> {
    const held = old.ids.get(nameOf(file));
    if (held?.stamp === file.stamp) return held.id;
    const { firstSessionId } = await import("./session-files.js");
    const id = await firstSessionId(file.path);
    if (isSettled(file, now)) fresh.ids.set(nameOf(file), { stamp: file.stamp, id });
    return id;
  }
}
