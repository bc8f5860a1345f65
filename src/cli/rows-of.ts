import { dirname, join } from "node:path";
import type { StoredQuery } from "../node/stored-queries.js";
import type { Row } from "../queries/row.js";
import type { Place } from "../read/place.js";
import { sessionFolder } from "../show/session-folder.js";
import { eventsOf } from "../timeline/events-of.js";
import type { Asking, Copies, Sessions, View } from "./verb.js";

/** Rows with the file they are of, and the working directory of its session; without both where they are of several. */
interface SessionRows<R> {
  file: string | null;
  folder: string | null;
  rows: R[];
  /** False where there is no row because the session was never compacted, and the verb is of boundaries alone. */
  compacted: boolean;
}

/** The rows of a verb, session by session as they are read; once, without a file, where the verb asks all together. */
export async function* rowsOf<R extends Row, Given>(
  verb: Asking<R, Given>,
  sessions: Sessions,
  { given, many }: View<Given>,
): AsyncGenerator<SessionRows<R>> {
  if (verb.total !== undefined) {
    yield { file: null, folder: null, rows: await verb.total(sessions, given), compacted: true };
    return;
  }
  const { query, stored, merge, copies, only = () => () => true, ofBoundaries = false } = verb;
  const asked =
    stored === undefined
      ? sessions.ask(async (timeline, file) => ({
          rows: await query(timeline, given, file),
          folder: sessionFolder(timeline),
          compacted: !ofBoundaries || eventsOf(timeline, "boundary").length > 0,
        }))
      : recalled<R>(sessions, stored[0]);
  if (merge !== undefined) {
    const all: R[] = [];
    for await (const { file, answer } of asked)
      merge(all, many ? answer.rows.map((row) => placedIn(file, row)) : answer.rows);
    yield { file: null, folder: null, rows: all, compacted: true };
    return;
  }
  const isAsked = only(given);
  for await (const { file, answer } of copies === undefined ? asked : withoutCopies(asked, copies))
    yield { file, ...answer, rows: answer.rows.filter(isAsked) };
}

interface Answered<R> {
  file: string;
  answer: Omit<SessionRows<R>, "file">;
}

/** Which copy stands is known when all sessions have been read; until then their rows are held. */
async function* withoutCopies<R>(
  asked: AsyncIterable<Answered<R>>,
  { of, isBetter }: Copies<R>,
): AsyncGenerator<Answered<R>> {
  const all: Answered<R>[] = [];
  const standing = new Map<unknown, R>();
  for await (const one of asked) {
    all.push(one);
    for (const row of one.answer.rows) {
      const known = standing.get(of(row));
      if (known === undefined || isBetter(row, known)) standing.set(of(row), row);
    }
  }
  for (const { file, answer } of all)
    yield { file, answer: { ...answer, rows: answer.rows.filter((row) => standing.get(of(row)) === row) } };
}

async function* recalled<R extends Row>(sessions: Sessions, rows: StoredQuery) {
  for await (const { file, answer } of sessions.recall())
    yield { file, answer: { rows: answer[rows] as unknown as R[], folder: null, compacted: true } };
}

/** The place with its file: in an answer over several sessions a line alone proves nothing. */
export const placeIn = (file: string, place: Place): Place => ({
  ...place,
  file: place.file === undefined ? file : join(dirname(file), place.file),
});

/** A row whose evidence names its file. */
export const placedIn = <R extends Row>(file: string, row: R): R => ({
  ...row,
  evidence: row.evidence.map((place) => placeIn(file, place)),
});
