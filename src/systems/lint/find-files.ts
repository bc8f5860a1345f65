import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { reasonOf } from "../../node/file-source.js";
import { TranscriptError } from "../../read/transcript-error.js";

/** A file that the lint reads: a skill, a custom command, or settings with hooks. */
export interface LintFile {
  kind: "skill" | "command" | "settings";
  /** Absolute. */
  path: string;
}

/** What can't be entered below a named folder, and why. */
export interface Unentered {
  path: string;
  reason: string;
}

/** Folders in which nobody keeps skills, and which hold most of a repository's files. */
const passedOver = new Set([".git", "node_modules"]);

/**
 * The skills, commands and settings files that paths name: files as they are, folders searched at any depth, each file
 * once, sorted. In a folder, commands are the Markdown files below `.claude/commands` or beside a plugin's manifest, and
 * settings are `.claude/settings*.json` and a plugin's `hooks/hooks.json`.
 *
 * Throws a `TranscriptError` where a path is not there, is no such file, or holds none.
 */
export async function findFiles(paths: readonly string[]): Promise<{ files: LintFile[]; unentered: Unentered[] }> {
  const found = new Map<string, LintFile>();
  const unentered: Unentered[] = [];
  for (const path of paths) {
    const absolute = resolve(path);
    if (!statsOf(path, absolute).isDirectory()) {
      found.set(absolute, { kind: namedKind(path), path: absolute });
      continue;
    }
    const before = unentered.length;
    const below = await filesBelow(absolute, unentered);
    if (below.length === 0 && unentered.length === before)
      throw wrongPath(path, "no SKILL.md, command or settings file below it; name a folder such as .claude");
    for (const file of below) found.set(file.path, file);
  }
  return { files: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), unentered };
}

function statsOf(path: string, absolute: string): Stats {
  try {
    return statSync(absolute);
  } catch (error) {
    throw new TranscriptError("unreadable-file", reasonOf(path, error));
  }
}

const wrongPath = (path: string, what: string): TranscriptError =>
  new TranscriptError("unreadable-file", `${path}: ${what}`);

function namedKind(path: string): LintFile["kind"] {
  if (basename(path) === "SKILL.md") return "skill";
  if (path.endsWith(".md")) return "command";
  if (path.endsWith(".json")) return "settings";
  throw wrongPath(path, "is no skill; name a SKILL.md, a command (*.md), settings (*.json), or a folder");
}

/**
 * Links are followed, after all else, so that what is there itself keeps its own path; what they lead to is taken once,
 * and a folder that holds itself ends there. A link to a folder around the searched one is passed over: it leads back,
 * and to all that nobody named.
 */
async function filesBelow(start: string, unentered: Unentered[]): Promise<LintFile[]> {
  const files: LintFile[] = [];
  const seen = new Set<string>();
  const paths = [start];
  const links: string[] = [];
  const realStart = realpathSync(start);
  for (let path = paths.pop() ?? links.pop(); path !== undefined; path = paths.pop() ?? links.pop()) {
    try {
      visit(path);
    } catch (error) {
      unentered.push({ path, reason: reasonOf("", error).slice(2) });
    }
    // A large repository must not keep other work waiting.
    await setImmediate();
  }
  return files;

  function visit(path: string): void {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      addMissing(path);
      return;
    }
    const real = realpathSync(path);
    if (seen.has(real) || realStart.startsWith(real.endsWith(sep) ? real : `${real}${sep}`)) return;
    seen.add(real);
    if (!stats.isDirectory()) addFile(path, stats);
    else
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const child = join(path, entry.name);
        if (entry.isSymbolicLink()) links.push(child);
        else if (!entry.isDirectory()) addFile(child, entry);
        else if (!passedOver.has(entry.name)) paths.push(child);
      }
  }

  function addFile(path: string, stats: Pick<Stats, "isFile">): void {
    const kind = kindIn(path);
    if (kind === null) return;
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      addMissing(path);
      return;
    }
    seen.add(realpathSync(path));
    if (stats.isFile()) files.push({ kind, path });
    else unentered.push({ path, reason: "is no regular file" });
  }

  /** A link of a skill that leads nowhere, and a name that can't be written as text, are there and can't be read. */
  function addMissing(path: string): void {
    if (basename(path).includes("\ufffd")) unentered.push({ path, reason: "has a name that is not UTF-8" });
    else if (kindIn(path) !== null || basename(dirname(path)) === "skills")
      unentered.push({ path, reason: "is a link that leads to no file" });
  }
}

/** What a file in a searched folder is; null for what the lint does not look at. */
function kindIn(path: string): LintFile["kind"] | null {
  const name = basename(path);
  const parts = dirname(path).split(sep);
  if (name === "SKILL.md") return "skill";
  if (name.endsWith(".md")) return isBelowCommands(parts) ? "command" : null;
  if (/^settings(\.local)?\.json$/.test(name)) return parts.at(-1) === ".claude" ? "settings" : null;
  return name === "hooks.json" && parts.at(-1) === "hooks" ? "settings" : null;
}

/** Whether a folder lies in the commands of a project or of a plugin. */
function isBelowCommands(parts: string[]): boolean {
  const at = parts.lastIndexOf("commands");
  if (at < 1) return false;
  if (parts[at - 1] === ".claude") return true;
  const manifest = join(parts.slice(0, at).join(sep), ".claude-plugin", "plugin.json");
  return statSync(manifest, { throwIfNoEntry: false }) !== undefined;
}
