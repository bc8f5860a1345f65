import type { Row } from "../queries/row.js";
import { rowsOf } from "./rows-of.js";
import type { Asking, Sessions, View } from "./verb.js";

/** Characters after which rows are written: each write asks the system, and nobody reads the array before its end. */
const mostHeld = 64 * 1024;

/** Prints the rows as one JSON array, one row a line, while the sessions are read. */
export async function printJson<R extends Row>(verb: Asking<R>, sessions: Sessions, view: View): Promise<boolean> {
  let fault = false;
  let isEmpty = true;
  let held = "[";
  for await (const { rows } of rowsOf(verb, sessions, view)) {
    fault ||= verb.fault?.(rows) ?? false;
    for (const row of rows) {
      held += `${isEmpty ? "" : ","}\n${harmlessJson(JSON.stringify(row))}`;
      isEmpty = false;
      if (held.length < mostHeld) continue;
      await view.write(held);
      held = "";
    }
  }
  await view.write(isEmpty ? "[]\n" : `${held}\n]\n`);
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
