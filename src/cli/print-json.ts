import type { Row } from "../queries/row.js";
import { rowsOf } from "./rows-of.js";
import type { AskEach, Verb, View } from "./verb.js";

/** Prints the rows as one JSON array, one row a line, while the sessions are read. */
export async function printJson<R extends Row>(verb: Verb<R>, askEach: AskEach, view: View): Promise<boolean> {
  let fault = false;
  let before = "[";
  for await (const { rows } of rowsOf(verb, askEach, view)) {
    fault ||= verb.fault?.(rows) ?? false;
    for (const row of rows) {
      await view.write(`${before}\n${JSON.stringify(row)}`);
      before = ",";
    }
  }
  await view.write(before === "[" ? "[]\n" : "\n]\n");
  return fault;
}
