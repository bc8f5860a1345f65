import type { Row } from "../queries/row.js";
import type { ColumnsOf } from "../show/column.js";

/** What the rows of a query are called, and what people see of them; null where it has no columns for people. */
export interface Look {
  name: string;
  columns: ColumnsOf<Row> | null;
}

/** By row and not by list, so that rows know their columns in whatever list they come to stand. */
const looks = new WeakMap<object, Look>();

export function setLook(rows: Iterable<object>, look: Look): void {
  for (const row of rows) looks.set(row, look);
}

/** The look that all rows share; null where they are of several queries, or made by hand. */
export function lookOf(rows: readonly object[]): Look | null {
  const look = rows[0] === undefined ? undefined : looks.get(rows[0]);
  return look !== undefined && rows.every((row) => looks.get(row) === look) ? look : null;
}
