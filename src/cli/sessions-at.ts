import { statSync } from "node:fs";
import { normalize } from "node:path";
import { messageOf } from "../node/file-source.js";
import type { SessionFiles } from "../node/folder-sessions.js";
import type { IndexedFolder } from "../node/indexed-folder.js";
import { agentFinder } from "../node/session-files.js";
import { type FolderProblem, foundFile } from "../node/walk-folder.js";
import { pathNamed } from "./path-named.js";
import { standardInput } from "./standard-input.js";

/** The sessions that paths name, in order and each once, and what is wrong with the paths. */
export interface Found {
  sessions: SessionFiles[];
  /** The folder in which a session was found; none for one that was named itself. */
  folders: Map<SessionFiles, IndexedFolder>;
  problems: FolderProblem[];
}

/**
 * Finds the sessions that files and folders name. The files of subagents belong to their session: one that is named
 * beside its session's main file is not asked a second time.
 */
export async function sessionsAt(
  paths: string[],
  openFolder: (path: string, onProblem: (problem: FolderProblem) => void) => Promise<IndexedFolder>,
): Promise<Found> {
  const found = new Map<string, SessionFiles>();
  const folders = new Map<SessionFiles, IndexedFolder>();
  const problems: FolderProblem[] = [];
  const agentsOf = agentFinder((problem) => problems.push(problem));
  for (const path of paths) {
    try {
      for (const session of await sessionsOf(path)) found.set(session.main.path, session);
    } catch (error) {
      problems.push({ file: path, message: messageOf(path, error) });
    }
  }
  for (const { agents } of found.values()) for (const { path } of agents) found.delete(path);
  return { sessions: [...found.values()], folders, problems };

  async function sessionsOf(path: string): Promise<SessionFiles[]> {
    if (path === standardInput.main.path) return [standardInput];
    return sessionsOfPath(pathNamed(path));
  }

  async function sessionsOfPath(path: string): Promise<SessionFiles[]> {
    if (!statSync(path).isDirectory()) {
      const main = foundFile(normalize(path));
      return [{ main, agents: await agentsOf(main.path) }];
    }
    const folder = await openFolder(path, (problem) => problems.push(problem));
    if (folder.sessions.length === 0)
      problems.push({
        file: path,
        message: `${path}: no transcript in this folder; Claude Code keeps them as *.jsonl under ~/.claude/projects`,
      });
    for (const session of folder.sessions) folders.set(session, folder);
    return folder.sessions;
  }
}
