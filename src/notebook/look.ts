import type { Row } from "../queries/row.js";
import type { ColumnsOf } from "../show/column.js";

/** What the rows of a query are called, and what people see of them. */
export interface Look {
  name: string;
  /** Null where it has no columns for people. */
  columns: ColumnsOf<Row> | null;
}

/** By row and not by list, so that rows know their columns in whatever list they come to stand. */
const looks = new WeakMap<object, Look>();

/** Working directories of the sessions that rows are of. */
const folders = new WeakMap<object, string>();

export function setLook(rows: Iterable<object>, look: Look, folder: string | null): void {
  for (const row of rows) {
    looks.set(row, look);
    if (folder !== null) folders.set(row, folder);
  }
}

/** The working directory that all rows share; null where they are of several sessions, and names need it. */
export function folderOf(rows: readonly object[]): string | null {
  const folder = rows[0] === undefined ? undefined : folders.get(rows[0]);
  return folder !== undefined && rows.every((row) => folders.get(row) === folder) ? folder : null;
}

/** The look that all rows share; null where they are of several queries, or made by hand. */
export function lookOf(rows: readonly object[]): Look | null {
  const look = rows[0] === undefined ? undefined : looks.get(rows[0]);
  return look !== undefined && rows.every((row) => looks.get(row) === look) ? look : null;
}
