import { dirname, relative } from "node:path";
import { tellsAwait } from "../timeline/forgotten-await.js";
import { readSession, type TimelineOptions } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { agentOf, sessionIdOf } from "./file-names.js";
import { fileSource } from "./file-source.js";
import { agentFiles } from "./session-files.js";

/** How `openTimeline` reads a session. */
export interface OpenOptions extends TimelineOptions {
  /** Reads the files of the session's subagents too; default true. */
  subagents?: boolean;
}

/**
 * Opens the transcript at a path, and those of its subagents, as one timeline.
 *
 * Subagent files are `<session>/subagents/**\/agent-*.jsonl` beside the file and, in older layouts, its siblings
 * `agent-*.jsonl` that name the same session. Throws a `TranscriptError` where one of them can't be read.
 *
 * @example
 * const timeline = await openTimeline(path);
 * timeline.chains.map((chain) => chain.chain); // => ["main", "a5eed11"]
 */
export function openTimeline(path: string, options: OpenOptions = {}): Promise<Timeline> {
  return tellsAwait(openWithAgents(path, options));
}

async function openWithAgents(path: string, { subagents, ...read }: OpenOptions): Promise<Timeline> {
  return openSession(path, subagents === false ? [] : await agentFiles(path), read);
}

/** Opens the files of one session. Places name the file relative to `folder`; without it, only where there are several. */
export function openSession(
  path: string,
  agents: string[],
  options: TimelineOptions,
  folder: string | null = agents.length === 0 ? null : dirname(path),
): Promise<Timeline> {
  const parts = [path, ...agents].map((file) => ({
    source: fileSource(file),
    name: folder === null ? null : relative(folder, file),
    chain: agentOf(file) ?? "main",
  }));
  return readSession(parts, { sessionId: sessionIdOf(path), ...options });
}
