import { TranscriptError } from "../read/transcript-error.js";
import { checkCount } from "../read/wrong-use.js";
import { defaultConcurrency, type EachOptions, eachSession } from "./each-session.js";
import type { SessionFiles } from "./folder-sessions.js";
import { indexedFolder } from "./indexed-folder.js";
import { folderAt } from "./standard-folder.js";
import type { IndexedQuery, indexedQueries, StoredAnswers } from "./stored-queries.js";
import type { FolderProblem } from "./walk-folder.js";

const names: readonly IndexedQuery[] = ["boundaries", "check", "session"];

/** A row of such a query. */
export type IndexedRow<Query extends IndexedQuery> = ReturnType<(typeof indexedQueries)[Query]>[number];

/** What `indexedRows` reads, and where its index is. */
export interface IndexedRowsOptions extends EachOptions {
  /** False neither reads nor writes an index; a path names the folder for it, in place of the user's cache folder. */
  index?: boolean | string;
  /**
   * Threads that read what the index does not hold, this one among them; 0 and 1 are this one alone. Default: as many as the
   * machine has and as pay for the bytes, and no more than `concurrency`. Where they are given, `concurrency` is by default twice
   * as many, so that none waits.
   */
  threads?: number;
}

/**
 * Answers `boundaries`, `check` or `session` for every session below a folder, session by session, from an index on disk;
 * without `root`, for the folder of Claude Code.
 *
 * The rows are those that the query gives for `openTimeline(file)`. Only sessions of which a file has changed are read; all
 * answers of each are then kept for the next call. An index that is damaged, or of another version of the library, is
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
  const { index = true, threads, ...each } = options;
  if (!names.includes(query))
    throw new TranscriptError("wrong-option", `No index answers ${JSON.stringify(query)}; ask ${names.join(", ")}.`);
  const problems: FolderProblem[] = [];
  if (threads !== undefined) checkCount("threads", threads, 0);
  const { concurrency = Math.max(defaultConcurrency, 2 * (threads ?? 0)) } = each;
  const reading = { index, concurrency, threads };
  const folder = await indexedFolder(folderAt(root), [query], reading, (problem) => problems.push(problem));
  const answer = ({ main }: SessionFiles, answers: StoredAnswers) => ({
    file: main.path,
    rows: answers[query] as IndexedRow<Query>[],
  });
  try {
    yield* eachSession(
      folder.sessions,
      problems,
      { ...each, concurrency },
      async (session, signal) => answer(session, await folder.read(session, signal)),
      (session) => {
        const known = folder.known(session);
        return known === null ? null : () => answer(session, known());
      },
    );
  } finally {
    folder.close();
  }
}
