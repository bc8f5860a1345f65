import type { Row } from "../queries/row.js";
import { placedIn, rowsOf } from "./rows-of.js";
import type { Asking, Sessions, View } from "./verb.js";

/** Prints the rows as one JSON array, one row a line, while the sessions are read; of several, each place names its file. */
export async function printJson<R extends Row>(verb: Asking<R>, sessions: Sessions, view: View): Promise<boolean> {
  let fault = false;
  let before = "[";
  for await (const { file, rows } of rowsOf(verb, sessions, view)) {
    fault ||= verb.fault?.(rows) ?? false;
    for (const row of rows) {
      const told = view.many && file !== null ? placedIn(file, row) : row;
      await view.write(`${before}\n${harmlessJson(JSON.stringify(told))}`);
      before = ",";
    }
  }
  await view.write(before === "[" ? "[]\n" : "\n]\n");
  return fault;
}

/** The rows as one JSON array, one row a line. */
export const jsonRows = (rows: readonly object[]): string =>
  rows.length === 0 ? "[]\n" : `[\n${rows.map((row) => harmlessJson(JSON.stringify(row))).join(",\n")}\n]\n`;

/** JSON leaves some characters that steer a terminal as they are; written as escapes they are the same text. */
export const harmlessJson = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
