import type { Column, Value } from "./table.js";

/** Rows as newline-delimited JSON: one object a line, every column in it. */
export function toNdjson(columns: readonly Column[], rows: readonly Value[][]): string {
  const names = columns.map(({ name }) => JSON.stringify(name));
  return rows.map((row) => `{${names.map((name, at) => `${name}:${JSON.stringify(row[at])}`).join(",")}}\n`).join("");
}
