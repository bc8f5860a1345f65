import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readEntries } from "../read/entries.js";
import { TranscriptError } from "../read/transcript-error.js";
import { agentOf } from "./file-names.js";
import { fileSource } from "./file-source.js";
import { isMain } from "./folder-sessions.js";
import { type FolderProblem, walkFolder } from "./walk-folder.js";

/** Paths of the subagent transcripts that belong to a session's main file, sorted. */
export async function agentFiles(path: string): Promise<string[]> {
  if (agentOf(path) !== null) return [];
  const folder = dirname(path);
  const nested = join(folder, basename(path, ".jsonl"), "subagents");
  const found = existsSync(nested) ? (await walkFolder(nested, refuse)).map((file) => file.path) : [];
  const agents = found.filter((file) => agentOf(file) !== null);
  const siblings = siblingsIn(folder).filter((name) => agentOf(name) !== null);
  const session = siblings.length > 0 ? await firstSessionId(path) : null;
  if (session !== null)
    for (const name of siblings)
      if ((await firstSessionId(join(folder, name))) === session) agents.push(join(folder, name));
  return agents.sort();
}

const siblingsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [] : [entry.name]))
    : [];

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
  for await (const batch of readEntries(fileSource(path)))
    for (const { entry } of batch.entries) if (typeof entry.sessionId === "string") return entry.sessionId;
  return null;
}

function refuse({ message }: FolderProblem): void {
  throw new TranscriptError("unreadable-file", message);
}
