import { boundaries } from "../queries/boundaries.js";
import { check } from "../queries/check.js";
import { session } from "../queries/session.js";
import { openSession } from "./open-timeline.js";

/** The queries whose answers an index keeps. */
export const indexedQueries = { boundaries, check, session };

export type IndexedQuery = keyof typeof indexedQueries;

/** Reads a session and answers these queries, each as JSON. */
export async function answerSession(
  path: string,
  agents: string[],
  queries: readonly IndexedQuery[],
  signal: AbortSignal,
): Promise<string[]> {
  const timeline = await openSession(path, agents, { signal });
  return queries.map((query) => JSON.stringify(indexedQueries[query](timeline)));
}
