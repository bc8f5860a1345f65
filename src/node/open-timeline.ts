import { basename, dirname, relative } from "node:path";
import { readSession, type SessionPart, type TimelineOptions } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { fileSource } from "./file-source.js";
import { agentFiles } from "./session-files.js";

export interface OpenOptions extends TimelineOptions {
  /** Reads the files of the session's subagents too; default true. */
  subagents?: boolean;
}

const sessionIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Opens the transcript at a path, and those of its subagents, as one timeline.
 *
 * Subagent files are `<session>/subagents/**\/agent-*.jsonl` beside the file and, in older layouts, its siblings
 * `agent-*.jsonl` that name the same session. Throws a `TranscriptError` where the path can't be read.
 *
 * @example
 * const timeline = await openTimeline(path);
 * timeline.chains.map((chain) => chain.chain); // => ["main", "a5eed11"]
 */
export async function openTimeline(path: string, options: OpenOptions = {}): Promise<Timeline> {
  const { subagents, ...read } = options;
  const name = basename(path).replace(/\.jsonl$/, "");
  const named = sessionIdPattern.test(name) ? name : undefined;
  const agents = subagents === false ? [] : await agentFiles(path);
  const folder = dirname(path);
  const nameOf = (file: string): string | null => (agents.length === 0 ? null : relative(folder, file));
  const parts: SessionPart[] = [
    { source: fileSource(path), name: nameOf(path), chain: agentOf(path) ?? "main" },
    ...agents.map((file) => ({ source: fileSource(file), name: nameOf(file), chain: agentOf(file) ?? "main" })),
  ];
  return readSession(parts, { sessionId: named, ...read });
}

/** The agent id in a subagent file's name, or null. */
const agentOf = (path: string): string | null => /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1] ?? null;
