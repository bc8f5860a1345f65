import { statSync } from "node:fs";
import { normalize } from "node:path";
import { reasonOf } from "../node/file-source.js";
import { type SessionFiles, sessionsBelow } from "../node/folder-sessions.js";
import { agentFinder, firstSessionId } from "../node/session-files.js";
import { type FolderProblem, foundFile } from "../node/walk-folder.js";
import { TranscriptError } from "../read/transcript-error.js";

/** The sessions that paths name, in order and each once, and what is wrong with the paths. */
export interface Found {
  sessions: SessionFiles[];
  problems: FolderProblem[];
}

/** What `-` names: the transcript that is written to the program. */
export const standardInput: SessionFiles = {
  main: { path: "-", size: 0, mtimeMs: 0, ctimeMs: 0, stamp: "" },
  agents: [],
};

/**
 * Finds the sessions that files and folders name. The files of subagents belong to their session: one that is named
 * beside its session's main file is not asked a second time.
 */
export async function sessionsAt(paths: string[]): Promise<Found> {
  const found = new Map<string, SessionFiles>();
  const problems: FolderProblem[] = [];
  const agentsOf = agentFinder();
  for (const path of paths) {
    try {
      for (const session of await sessionsOf(path)) found.set(session.main.path, session);
    } catch (error) {
      problems.push({ file: path, message: TranscriptError.isInstance(error) ? error.message : reasonOf(path, error) });
    }
  }
  for (const { agents } of found.values()) for (const { path } of agents) found.delete(path);
  return { sessions: [...found.values()], problems };

  async function sessionsOf(path: string): Promise<SessionFiles[]> {
    if (path === standardInput.main.path) return [standardInput];
    if (!statSync(path).isDirectory()) {
      const main = foundFile(normalize(path));
      return [{ main, agents: await agentsOf(main.path) }];
    }
    const sessions = await sessionsBelow(
      path,
      (problem) => problems.push(problem),
      (file) => firstSessionId(file.path),
    );
    if (sessions.length === 0)
      problems.push({
        file: path,
        message: `${path}: no transcript in this folder; Claude Code keeps them as *.jsonl under ~/.claude/projects`,
      });
    return sessions;
  }
}
