import type { Row } from "../queries/row.js";
import type { Timeline } from "../timeline/timeline.js";
import type { AskEach, Verb } from "./verb.js";

/** The rows of a verb, session by session as they are read; once, without a file, where the verb asks all together. */
export async function* rowsOf<R extends Row>(
  verb: Verb<R>,
  askEach: AskEach,
): AsyncGenerator<{ file: string | null; rows: R[] }> {
  if ("queryAll" in verb) {
    const kept: Timeline[] = [];
    for await (const { answer } of askEach(verb.keep)) kept.push(answer);
    yield { file: null, rows: verb.queryAll(kept) };
    return;
  }
  const { query, once } = verb;
  const seen = new Set<unknown>();
  for await (const { file, answer } of askEach(query)) {
    const rows = once === undefined ? answer : answer.filter((row) => !seen.has(row[once]));
    if (once !== undefined) for (const row of rows) seen.add(row[once]);
    yield { file, rows };
  }
}
