import type { Row } from "../queries/row.js";
import type { AskEach, Verb } from "./verb.js";

/** The rows of a verb, session by session as they are read; once, without a file, where the verb asks all together. */
export async function* rowsOf<R extends Row, Given>(
  verb: Verb<R, Given>,
  askEach: AskEach,
  given: Given,
): AsyncGenerator<{ file: string | null; rows: R[] }> {
  if ("queryAll" in verb) {
    const kept: unknown[] = [];
    for await (const { answer } of askEach(verb.keep)) kept.push(answer);
    yield { file: null, rows: verb.queryAll(kept) };
    return;
  }
  const { query, once } = verb;
  const seen = new Set<unknown>();
  for await (const { file, answer } of askEach((timeline, file) => query(timeline, given, file))) {
    const rows = once === undefined ? answer : answer.filter((row) => !seen.has(row[once]));
    if (once !== undefined) for (const row of rows) seen.add(row[once]);
    yield { file, rows };
  }
}
