import type { Timeline } from "../timeline/timeline.js";
import { type EachOptions, eachSession } from "./each-session.js";
import { sessionsBelow } from "./folder-sessions.js";
import { type OpenOptions, openSession } from "./open-timeline.js";
import { firstSessionId } from "./session-files.js";
import { folderAt } from "./standard-folder.js";
import type { FolderProblem } from "./walk-folder.js";

/** How `openTimelines` reads the sessions of a folder. */
export interface OpenFolderOptions extends Omit<OpenOptions, "sessionId" | "signal" | "onProgress">, EachOptions {}

/**
 * Opens every session below a folder, by path, one timeline each; without `root`, of the folder of Claude Code.
 *
 * Places name their file relative to the folder. Links are followed; the files of subagents belong to their session.
 * Throws a `TranscriptError` where the folder is not there, the signal's reason where it was aborted, and at the end
 * where something could not be read and `onError` is not given.
 *
 * @example
 * const folder = path.replace("session.jsonl", "");
 * const counts = [];
 * for await (const timeline of openTimelines(folder)) counts.push(boundaries(timeline).length);
 * counts; // => [2]
 */
export async function* openTimelines(root?: string, options: OpenFolderOptions = {}): AsyncGenerator<Timeline> {
  const { concurrency, since, signal, onProgress, onError, subagents, ...read } = options;
  const folder = folderAt(root);
  const problems: FolderProblem[] = [];
  const sessions = await sessionsBelow(
    folder,
    (problem) => problems.push(problem),
    ({ path }) => firstSessionId(path),
  );
  const each = { concurrency, since, signal, onProgress, onError };
  yield* eachSession(sessions, problems, each, ({ main, agents }, ended) => {
    const files = subagents === false ? [] : agents.map(({ path }) => path);
    return openSession(main.path, files, { ...read, signal: ended }, folder);
  });
}
