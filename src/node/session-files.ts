import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readEntries } from "../read/entries.js";
import { fileSource } from "./file-source.js";

const isAgentFile = (name: string): boolean => name.startsWith("agent-") && name.endsWith(".jsonl");

/** Paths of the subagent transcripts that belong to a session's main file, sorted. */
export async function agentFiles(path: string): Promise<string[]> {
  if (isAgentFile(basename(path))) return [];
  const folder = dirname(path);
  const nested = join(folder, basename(path).replace(/\.jsonl$/, ""), "subagents");
  const found = (await entriesOf(nested, true))
    .filter((entry) => entry.isFile() && isAgentFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const siblings = (await entriesOf(folder, false)).filter((entry) => entry.isFile() && isAgentFile(entry.name));
  if (siblings.length > 0) {
    const session = await sessionOf(path);
    for (const sibling of siblings) {
      const file = join(folder, sibling.name);
      if (session !== null && (await sessionOf(file)) === session) found.push(file);
    }
  }
  return found.sort();
}

/** Paths of the transcripts below a folder, subagent files left out, sorted. */
export async function transcriptFiles(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith(".jsonl") &&
        !isAgentFile(entry.name) &&
        !entry.parentPath.split(/[\\/]/).includes("subagents"),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Session id on the first rows of a file. */
async function sessionOf(path: string): Promise<string | null> {
  for await (const batch of readEntries(fileSource(path)))
    for (const { entry } of batch.entries) if (typeof entry.sessionId === "string") return entry.sessionId;
  return null;
}

async function entriesOf(folder: string, recursive: boolean): Promise<Dirent[]> {
  try {
    return await readdir(folder, { recursive, withFileTypes: true });
  } catch {
    return [];
  }
}
