import { pMapIterable } from "p-map";
import { TranscriptError } from "../read/transcript-error.js";
import { checkCount } from "../read/wrong-use.js";
import { reasonOf } from "./file-source.js";
import type { SessionFiles } from "./folder-sessions.js";
import { sinceOf } from "./since.js";
import type { FolderProblem } from "./walk-folder.js";

/** How far the reading of a folder has come; sessions and bytes include those that were not readable. */
export interface FolderProgress {
  /** Main file of the session that was done last. */
  file: string;
  /** Sessions done, of how many. */
  done: number;
  total: number;
  /** Bytes of the sessions done, of how many. */
  bytes: number;
  totalBytes: number;
  /** Bytes that are still to be read: those of what an index knows are not. */
  bytesToRead: number;
}

/** How the sessions of a folder are read, one after another. */
export interface EachOptions {
  /** Sessions read at a time; default 4. As many wait at most, and one is with the caller. */
  concurrency?: number;
  /** Leaves out sessions of which no file was written since then; a date or epoch milliseconds. */
  since?: Date | number;
  /** Ends the reading with the signal's reason. */
  signal?: AbortSignal;
  /** Is told of each session that is done. */
  onProgress?: (progress: FolderProgress) => void;
  /**
   * Is told of each file or folder that can't be read; the others are read all the same. Without it, one
   * `TranscriptError` that counts them is thrown after the last session.
   */
  onError?: (problem: FolderProblem) => void;
}

export const defaultConcurrency = 4;

/** Reads sessions in order, several at a time, and never more than the caller takes; not those that are known already. */
export async function* eachSession<T>(
  sessions: SessionFiles[],
  problems: FolderProblem[],
  options: EachOptions,
  read: (session: SessionFiles, signal: AbortSignal) => Promise<T>,
  knownOf: (session: SessionFiles) => (() => T) | null = () => null,
): AsyncGenerator<T> {
  const { concurrency = defaultConcurrency, since, signal, onProgress, onError } = options;
  signal?.throwIfAborted();
  checkCount("concurrency", concurrency, 1);
  const unread: FolderProblem[] = [];
  const report = onError ?? ((problem: FolderProblem) => void unread.push(problem));
  problems.forEach(report);

  const from = since === undefined ? Number.NEGATIVE_INFINITY : sinceOf(since);
  const wanted = sessions.filter((session) => newestOf(session) >= from);
  const totalBytes = bytesOf(wanted);
  const ended = new AbortController();
  const both = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const known = wanted.map(knownOf);
  const unknown = wanted.filter((_, at) => known[at] === null);
  const bytesToRead = bytesOf(unknown);
  const progress = { done: 0, total: wanted.length, bytes: 0, totalBytes, bytesToRead };
  const tried = pMapIterable(unknown, (session) => attempt(session, () => read(session, both)), { concurrency });
  const results = tried[Symbol.asyncIterator]();
  try {
    for (const [at, session] of wanted.entries()) {
      const knownNow = known[at] ?? null;
      const result: Attempt<T> = knownNow === null ? (await results.next()).value : { value: knownNow() };
      signal?.throwIfAborted();
      progress.done += 1;
      const bytes = bytesOf([session]);
      progress.bytes += bytes;
      if (knownNow === null) progress.bytesToRead -= bytes;
      onProgress?.({ file: session.main.path, ...progress });
      if ("value" in result) yield result.value;
      else report({ file: session.main.path, message: result.message });
    }
  } finally {
    ended.abort();
    await results.return?.();
  }
  if (unread.length > 0) throw new TranscriptError("unreadable-file", listOf(unread));
}

type Attempt<T> = { value: T } | { message: string };

/** Wrong use stops everything; what is wrong with one session is told of that session. */
async function attempt<T>({ main }: SessionFiles, read: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!TranscriptError.isInstance(error)) return { message: reasonOf(main.path, error) };
    if (error.code === "wrong-option") throw error;
    return { message: error.message };
  }
}

const filesOf = ({ main, agents }: SessionFiles) => [main, ...agents];

/** Size of all files of these sessions. */
export const bytesOf = (sessions: readonly SessionFiles[]): number =>
  sessions.flatMap(filesOf).reduce((sum, file) => sum + file.size, 0);

const newestOf = (session: SessionFiles): number => Math.max(...filesOf(session).map((file) => file.mtimeMs));

const listOf = (unread: FolderProblem[]): string =>
  `${unread.length} could not be read, the rest was: ${unread[0]?.message}${unread.length > 1 ? "; …" : ""}; pass \`onError\` to be told of each.`;
