import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { TranscriptError } from "../read/transcript-error.js";
import { agentOf } from "./file-names.js";
import { fileSource, messageOf } from "./file-source.js";
import { isMain } from "./folder-sessions.js";
import { type FolderProblem, type FoundFile, foundFile, walkFolder } from "./walk-folder.js";

/** Paths of the subagent transcripts that belong to a session's main file, sorted. */
export async function agentFiles(path: string): Promise<string[]> {
  return (await agentFinder(refuse)(path)).map((file) => file.path);
}

/**
 * Finds the subagent transcripts of main files, sorted. Asked for several, it lists each folder once, and looks once for
 * the session of each subagent file that lies beside main files. One that can't be read is handed to `onProblem`, as nobody
 * knows whose it is; what is no regular file is none.
 */
export function agentFinder(onProblem: (problem: FolderProblem) => void): (path: string) => Promise<FoundFile[]> {
  const folders = new Map<string, Promise<Map<string | null, FoundFile[]>>>();
  return async (path) => {
    if (agentOf(path) !== null || !isRegular(path)) return [];
    const folder = dirname(path);
    const nested = join(folder, basename(path, ".jsonl"), "subagents");
    const found = existsSync(nested) ? await walkFolder(nested, onProblem) : [];
    const agents = found.filter((file) => agentOf(file.path) !== null);
    const siblings = folders.get(folder) ?? siblingsBySession(folder, onProblem);
    folders.set(folder, siblings);
    const bySession = await siblings;
    const session = bySession.size > 0 ? await firstSessionId(path) : null;
    if (session !== null) agents.push(...(bySession.get(session) ?? []));
    return agents.sort((a, b) => (a.path < b.path ? -1 : 1));
  };
}

/** What can be read once only, such as a pipe, has no subagents, and must not be read for its id. */
function isRegular(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The subagent files in a folder, by the session that they name. */
async function siblingsBySession(
  folder: string,
  onProblem: (problem: FolderProblem) => void,
): Promise<Map<string | null, FoundFile[]>> {
  const bySession = new Map<string | null, FoundFile[]>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() || agentOf(entry.name) === null) continue;
    const path = join(folder, entry.name);
    // A link to nothing, a pipe, and what is gone by now can't be asked whose it is.
    if (!isRegular(path)) continue;
    try {
      const session = await firstSessionId(path);
      const file = foundFile(path);
      const same = bySession.get(session);
      if (same === undefined) bySession.set(session, [file]);
      else same.push(file);
    } catch (error) {
      onProblem({ file: path, message: messageOf(path, error) });
    }
  }
  return bySession;
}

/**
 * Paths of the transcripts below a folder, subagent files left out, sorted. Links are followed.
 *
 * What can't be read is handed to `onProblem`; without it, the first such thing is thrown as a `TranscriptError`.
 */
export async function transcriptFiles(
  folder: string,
  onProblem: (problem: FolderProblem) => void = refuse,
): Promise<string[]> {
  const files = await walkFolder(folder, onProblem);
  return files.filter(({ path }) => isMain(folder, path)).map(({ path }) => path);
}

/** Session id on the first rows of a file. */
export async function firstSessionId(path: string): Promise<string | null> {
  // Few folders have files of which this must be known: the reader is loaded for them alone.
  const { readEntries } = await import("../read/entries.js");
  for await (const batch of readEntries(fileSource(path)))
    for (const { entry } of batch.entries) if (typeof entry.sessionId === "string") return entry.sessionId;
  return null;
}

function refuse({ message }: FolderProblem): void {
  throw new TranscriptError("unreadable-file", message);
}
