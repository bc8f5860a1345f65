import { dirname, join } from "node:path";
import type { StoredQuery } from "../node/stored-queries.js";
import type { Row } from "../queries/row.js";
import type { Asking, Sessions, View } from "./verb.js";

/** The rows of a verb, session by session as they are read; once, without a file, where the verb asks all together. */
export async function* rowsOf<R extends Row, Given>(
  verb: Asking<R, Given>,
  sessions: Sessions,
  { given, many }: View<Given>,
): AsyncGenerator<{ file: string | null; rows: R[] }> {
  if (verb.total !== undefined) {
    yield { file: null, rows: await verb.total(sessions, given) };
    return;
  }
  const { query, stored, merge, once } = verb;
  const asked =
    stored === undefined
      ? sessions.ask((timeline, file) => query(timeline, given, file))
      : recalled<R>(sessions, stored[0]);
  if (merge !== undefined) {
    const all: R[] = [];
    for await (const { file, answer } of asked) merge(all, many ? answer.map((row) => placedIn(file, row)) : answer);
    yield { file: null, rows: all };
    return;
  }
  const seen = new Set<unknown>();
  for await (const { file, answer } of asked) {
    const rows = once === undefined ? answer : answer.filter((row) => !seen.has(row[once]));
    if (once !== undefined) for (const row of rows) seen.add(row[once]);
    yield { file, rows };
  }
}

async function* recalled<R extends Row>(sessions: Sessions, rows: StoredQuery) {
  for await (const { file, answer } of sessions.recall()) yield { file, answer: answer[rows] as unknown as R[] };
}

/** The row with the file in its places: in an answer over several sessions a line alone proves nothing. */
const placedIn = <R extends Row>(file: string, row: R): R => ({
  ...row,
  evidence: row.evidence.map((place) => ({
    ...place,
    file: place.file === undefined ? file : join(dirname(file), place.file),
  })),
});
