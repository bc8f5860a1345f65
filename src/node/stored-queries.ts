import { boundaries } from "../queries/boundaries.js";
import { check } from "../queries/check.js";
import { session } from "../queries/session.js";
import type { Timeline } from "../timeline/timeline.js";
import { openSession } from "./open-timeline.js";

/** The queries that `indexedRows` answers. */
export const indexedQueries = { boundaries, check, session };

/** Name of a query whose answers an index of a folder can hold. */
export type IndexedQuery = keyof typeof indexedQueries;

/** The queries whose answers an index keeps. */
const storedQueries = { ...indexedQueries, emptiness: emptinessOf, issues: ({ issues }: Timeline) => issues };

export type StoredQuery = keyof typeof storedQueries;

/** Answers by the name of the query; those that were not asked for are absent. */
export type StoredAnswers = { [Query in StoredQuery]: ReturnType<(typeof storedQueries)[Query]> };

export const answersOf = (timeline: Timeline, queries: readonly StoredQuery[]): StoredAnswers =>
  Object.fromEntries(queries.map((query) => [query, storedQueries[query](timeline)])) as StoredAnswers;

/** Reads the files of a session and answers these queries. */
export async function answerSession(
  path: string,
  agents: string[],
  queries: readonly StoredQuery[],
  signal?: AbortSignal,
): Promise<StoredAnswers> {
  return answersOf(await openSession(path, agents, { signal }), queries);
}

/** Why a session has no entry; null where it has one. */
export function emptinessOf({ files, issues }: Timeline): "empty" | "no transcript" | null {
  if (files.some(({ entries }) => entries > 0)) return null;
  return issues.length === 0 ? "empty" : "no transcript";
}
