import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { TranscriptError } from "../read/transcript-error.js";
import { reasonOf } from "./file-source.js";
import { homeFolder } from "./home-folder.js";

/**
 * The folder in which Claude Code keeps its transcripts: `projects` in `CLAUDE_CONFIG_DIR`, else in `~/.claude`.
 *
 * Source: settings and environment variables, code.claude.com/docs, 2026-10.
 */
export function standardFolder(): string {
  return join(configFolder(), "projects");
}

/** The folder of Claude Code: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function configFolder(): string {
  const configured = process.env.CLAUDE_CONFIG_DIR;
  return configured ? expandHome(configured) : join(homeFolder(), ".claude");
}

/** What to do where Claude Code keeps its files elsewhere. */
export function elsewhere(): string {
  if (!process.env.CLAUDE_CONFIG_DIR) return "set CLAUDE_CONFIG_DIR where Claude Code keeps its files elsewhere";
  return existsSync(configFolder())
    ? "set CLAUDE_CONFIG_DIR, which leads there, to another folder"
    : "set CLAUDE_CONFIG_DIR to another folder: the one that it points to is not there";
}

/** The absolute path of a folder that is there; the standard folder where none is named. `~` is the home folder. */
export function folderAt(root: string | undefined): string {
  const folder = resolve(root === undefined ? standardFolder() : expandHome(root));
  try {
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    const hint =
      root === undefined
        ? `Claude Code has written no transcript here; name the folder, or ${elsewhere()}`
        : "check the path, or name none for the folder of Claude Code";
    const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new TranscriptError("unreadable-file", gone ? `${folder}: no such folder; ${hint}` : reasonOf(folder, error));
  }
  throw new TranscriptError("unreadable-file", `${folder}: is a file; open it with openTimeline, or name its folder`);
}

/** `~` at the start of a path is the home folder. */
export const expandHome = (path: string): string =>
  /^~(?=$|[\\/])/.test(path) ? join(homeFolder(), path.slice(1)) : path;
