import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename } from "node:path";
import { type NewestSession, newestSession } from "../node/known-sessions.js";
import { elsewhere, standardFolder } from "../node/standard-folder.js";
import { TranscriptError } from "../read/transcript-error.js";
import { ago } from "../show/ago.js";
import { shortPath } from "./short-path.js";
import { complain, type Terminal } from "./terminal.js";
import type { WithoutPath } from "./verb.js";

/**
 * The paths that were named, or where none was the one that stands for it, which is told on standard error. Throws a
 * `TranscriptError` where there is none.
 */
export function pathsAsked(paths: string[], without: WithoutPath, terminal: Terminal): string[] {
  if (paths.length > 0) return paths;
  return [without === "all sessions" ? allSessions(terminal) : newest(terminal)];
}

/** The folder that was named, or the standard folder, which is told on standard error. */
export const folderAsked = (folder: string | undefined, terminal: Terminal): string => folder ?? allSessions(terminal);

function allSessions(terminal: Terminal): string {
  const root = standardFolder();
  if (!existsSync(root)) throw noSession(root);
  complain(terminal, `all sessions in ${shortPath(root)}, as no path is named`);
  return root;
}

function newest(terminal: Terminal): string {
  const root = standardFolder();
  const found = newestSession(root, process.cwd(), homedir());
  if (found === null) throw noSession(root);
  const name = basename(found.path, ".jsonl");
  complain(terminal, `${whichOf(found)}: ${name}, ${ago(Date.now() - found.mtimeMs)} (others: tidemark session)`);
  return found.path;
}

const whichOf = ({ directory }: NewestSession): string =>
  directory === null
    ? `newest session of all, as ${shortPath(process.cwd())} has none`
    : `newest session of ${shortPath(directory)}`;

const noSession = (root: string): TranscriptError =>
  new TranscriptError(
    "unreadable-file",
    `${shortPath(root)} has no session: name a transcript or a folder, or ${elsewhere()}`,
  );
