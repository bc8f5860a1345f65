import { basename } from "node:path";

/** The agent id in a subagent file's name, or null. */
export const agentOf = (path: string): string | null => /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1] ?? null;

const sessionIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The session id that a file's name says, or undefined. */
export function sessionIdOf(path: string): string | undefined {
  const name = basename(path, ".jsonl");
  return sessionIdPattern.test(name) ? name : undefined;
}
