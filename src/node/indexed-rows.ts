import { relative } from "node:path";
import { TranscriptError } from "../read/transcript-error.js";
import type { IndexedQuery, indexedQueries } from "./answer-session.js";
import { type EachOptions, eachSession } from "./each-session.js";
import { type SessionFiles, sessionsBelow } from "./folder-sessions.js";
import { emptyIndex, indexPath, readIndex, writeIndex } from "./index-file.js";
import { folderAt } from "./standard-folder.js";
import type { FolderProblem, FoundFile } from "./walk-folder.js";

const names: readonly IndexedQuery[] = ["boundaries", "check", "session"];

/** A row of such a query. */
export type IndexedRow<Query extends IndexedQuery> = ReturnType<(typeof indexedQueries)[Query]>[number];

export interface IndexedRowsOptions extends EachOptions {
  /** False neither reads nor writes an index; a path names the folder for it, in place of the user's cache folder. */
  index?: boolean | string;
}

/**
 * Answers `boundaries`, `check` or `session` for every session below a folder, session by session, from an index on disk;
 * without `root`, for the folder of Claude Code.
 *
 * The rows are those that the query gives for `openTimeline(file)`. Only sessions of which a file has changed are read; all
 * three answers of each are then kept for the next call. An index that is damaged, or of another version of the library, is
 * not used and written anew. Throws as `openTimelines` does.
 *
 * @example
 * const folder = path.replace("session.jsonl", "");
 * const triggers = [];
 * for await (const { rows } of indexedRows("boundaries", folder, { index: false }))
 *   triggers.push(...rows.map((row) => row.trigger));
 * triggers; // => ["auto", "manual"]
 */
export async function* indexedRows<Query extends IndexedQuery>(
  query: Query,
  root?: string,
  options: IndexedRowsOptions = {},
): AsyncGenerator<{ file: string; rows: IndexedRow<Query>[] }> {
  const { index: use = true, ...each } = options;
  const asked = names.indexOf(query);
  if (asked < 0)
    throw new TranscriptError("wrong-option", `No index answers ${JSON.stringify(query)}; ask ${names.join(", ")}.`);
  const folder = folderAt(root);
  const path = use === false ? null : indexPath(folder, use === true ? null : use);
  const known = path === null ? emptyIndex() : readIndex(path, folder, names, [query]);
  const fresh = emptyIndex();
  const isSettled = settledAt(Date.now());

  const problems: FolderProblem[] = [];
  const sessions = await sessionsBelow(folder, (problem) => problems.push(problem), idOf);
  try {
    yield* eachSession(sessions, problems, each, read, (files) => {
      const held = heldOf(files);
      return held === undefined ? null : () => answer(files, held);
    });
  } finally {
    const gone = known.sessions.size > sessions.length;
    if (path !== null && (gone || fresh.sessions.size > 0 || fresh.ids.size > 0)) update(path);
  }

  function answer({ main }: SessionFiles, answers: readonly (string | undefined)[]) {
    return { file: main.path, rows: JSON.parse(answers[asked] as string) };
  }

  function heldOf(files: SessionFiles): readonly (string | undefined)[] | undefined {
    const held = known.sessions.get(relative(folder, files.main.path));
    return held?.files === stampsOf(files) ? held.answers : undefined;
  }

  function stampsOf({ main, agents }: SessionFiles): string {
    return [main, ...agents].map(({ path, stamp }) => `${relative(folder, path)} ${stamp}`).join("\n");
  }

  async function read(files: SessionFiles, signal: AbortSignal) {
    // The reader and the queries are loaded where something has to be read.
    const { answerSession } = await import("./answer-session.js");
    const { main, agents } = files;
    const paths = agents.map(({ path }) => path);
    const answers = await answerSession(main.path, paths, names, signal);
    if ([main, ...agents].every(isSettled))
      fresh.sessions.set(relative(folder, main.path), { files: stampsOf(files), answers });
    return answer(files, answers);
  }

  /** Puts what was read in the place of what was known, and keeps what others wrote meanwhile. */
  function update(path: string): void {
    const index = readIndex(path, folder, names);
    for (const [name, session] of fresh.sessions) index.sessions.set(name, session);
    for (const [name, id] of fresh.ids) index.ids.set(name, id);
    const files = sessions.flatMap(({ main, agents }) => [main, ...agents]);
    const here = new Set(files.map((file) => relative(folder, file.path)));
    for (const named of [index.sessions, index.ids])
      for (const name of named.keys()) if (!here.has(name)) named.delete(name);
    writeIndex(path, folder, names, index);
  }

  async function idOf(file: FoundFile): Promise<string | null> {
    const name = relative(folder, file.path);
    const held = known.ids.get(name);
    if (held?.stamp === file.stamp) return held.id;
    const { firstSessionId } = await import("./session-files.js");
    const id = await firstSessionId(file.path);
    if (isSettled(file)) fresh.ids.set(name, { stamp: file.stamp, id });
    return id;
  }
}

/**
 * A stamp tells a later write from the one that it was taken after, where the clock of the file system has moved on in
 * between: by 10 ms at most on Linux, by two seconds where times are whole seconds.
 */
const settledAt =
  (now: number) =>
  ({ ctimeMs }: FoundFile): boolean =>
    now - ctimeMs > (ctimeMs % 1000 === 0 ? 2500 : 100);
