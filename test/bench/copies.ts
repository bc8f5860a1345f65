import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ids =
  /\b([0-9a-f]{8})(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b|\b(?:msg|req|toolu)_(?:[a-z]+_)?[0-9][0-9A-Za-z]{6,}/g;
/** Odd, so that no two copies of an id are the same. */
const step = 0x9e3779b1;

/**
 * The text of a transcript with every uuid, message id, request id and tool call's id replaced by another one for each copy:
 * links hold within a copy, and no copy repeats a message of another. Copy 0 is the text itself; the uuid `kept` stays.
 */
export function withOtherIds(text: string, copy: number, kept?: string): string {
  if (copy === 0) return text;
  return text.replace(ids, (id: string, start: string | undefined, rest: string) => {
    if (start === undefined) return `${id}C${copy}`;
    if (id === kept) return id;
    return ((Number.parseInt(start, 16) + copy * step) >>> 0).toString(16).padStart(8, "0") + rest;
  });
}

/**
 * Writes so many sessions below `projects/`, copies of the transcripts in turn, and gives their paths; what is there already
 * stays. Every line ends with a newline, and what is no JSON is left out, so that all tools can read all of it.
 */
export function writeCopies(projects: string, transcripts: string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const source = at % transcripts.length;
    const copy = Math.floor(at / transcripts.length);
    const path = copyPath(projects, source, copy);
    if (!existsSync(path)) {
      mkdirSync(dirname(path), { recursive: true });
      const lines = readFileSync(transcripts[source] as string, "utf8")
        .split("\n")
        .filter(isJson);
      writeFileSync(path, withOtherIds(lines.map((line) => `${line}\n`).join(""), copy));
    }
    return path;
  });
}

/** How many copies of the transcripts, in turn, hold so many megabytes. */
export function copiesFor(megabytes: number, transcripts: string[]): number {
  const once = transcripts.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  return Math.max(1, Math.round(megabytes / once)) * transcripts.length;
}

/** Named as Claude Code names a session, so that every tool finds it. */
const copyPath = (projects: string, source: number, copy: number): string =>
  join(projects, `-home-dev-project-${source % 10}`, `${hex(source, 8)}-0000-4000-8000-${hex(copy, 12)}.jsonl`);

const hex = (number: number, length: number): string => number.toString(16).padStart(length, "0");

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
