import { stat } from "node:fs/promises";
import { basename, normalize } from "node:path";
import { reasonOf } from "../node/file-source.js";
import { agentFiles, transcriptFiles } from "../node/session-files.js";

/** The session files that paths name, in order and each once, and one line for each path that names none. */
export interface Found {
  files: string[];
  problems: string[];
}

/**
 * Finds the transcripts that files and folders name. The files of subagents belong to their session: one that is named
 * beside its session's main file is not asked a second time.
 */
export async function transcriptsAt(paths: string[]): Promise<Found> {
  const named: string[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      const files = (await stat(path)).isDirectory()
        ? await transcriptFiles(path, ({ message }) => problems.push(message))
        : [path];
      if (files.length === 0)
        problems.push(
          `${path}: no transcript in this folder; Claude Code keeps them as *.jsonl under ~/.claude/projects`,
        );
      for (const file of files) named.push(normalize(file));
    } catch (error) {
      problems.push(reasonOf(path, error));
    }
  }
  const files = new Set(named);
  for (const file of await ownedBy(named)) files.delete(file);
  return { files: [...files], problems };
}

/** The subagent files of those sessions whose main file is named too. */
async function ownedBy(named: string[]): Promise<string[]> {
  if (!named.some((file) => basename(file).startsWith("agent-"))) return [];
  return (await Promise.all(named.map(agentFiles))).flat().map((file) => normalize(file));
}
