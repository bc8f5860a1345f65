import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { InstructionFile } from "../../../../src/testing.js";

export interface SkillFile {
  name: string;
  description: string;
  body: string;
}

/** The instruction files that a process loads at its start, imports after the file that names them. */
export function instructionsOf(cwd: string, configDir: string, sources: string[]): InstructionFile[] {
  const found: InstructionFile[] = [];
  const add = (path: string, type: string): void => {
    if (!existsSync(path)) return;
    const content = readFileSync(path, "utf8");
    found.push({ path, content, type });
    for (const [, name] of content.matchAll(/^@(\S+)$/gm)) add(join(dirname(path), name as string), type);
  };
  if (sources.includes("user")) add(join(configDir, "CLAUDE.md"), "User");
  add(join(cwd, "CLAUDE.md"), "Project");
  for (const { path } of rulesOf(cwd).filter(({ globs }) => globs === null)) add(path, "Project");
  if (sources.includes("local")) add(join(cwd, "CLAUDE.local.md"), "Local");
  return found;
}

/** The rules of a project: those with `paths` load with a file that they match. */
export function rulesOf(cwd: string): { path: string; globs: string[] | null }[] {
  const folder = join(cwd, ".claude", "rules");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const paths = /^---\npaths: (\[.*\])\n---\n/.exec(readFileSync(path, "utf8"))?.[1];
      return { path, globs: paths === undefined ? null : JSON.parse(paths) };
    });
}

export function skillsOf(cwd: string): SkillFile[] {
  const folder = join(cwd, ".claude", "skills");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name, "SKILL.md"), "utf8");
      const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
      return { name, description: /^description: (.*)$/m.exec(head)?.[1] ?? "", body };
    });
}

/** The commands of the hooks for a start after a compaction. */
export function compactHooksOf(cwd: string): string[] {
  const path = join(cwd, ".claude", "settings.json");
  if (!existsSync(path)) return [];
  const { hooks } = JSON.parse(readFileSync(path, "utf8"));
  return (hooks?.SessionStart ?? [])
    .filter(({ matcher }: { matcher?: string }) => matcher === "compact")
    .flatMap((one: { hooks: { command: string }[] }) => one.hooks.map(({ command }) => command));
}

/** A file as it lies there now; null where there is none. */
export function fileNow(path: string): { text: string; mtime: number } | null {
  if (!existsSync(path)) return null;
  return { text: readFileSync(path, "utf8"), mtime: statSync(path).mtimeMs };
}
