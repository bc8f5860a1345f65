import type { Row } from "../queries/row.js";
import { TranscriptError } from "../read/transcript-error.js";
import { cellOf } from "../show/column.js";
import { count, plural } from "../show/count.js";
import type { Columns } from "../show/table.js";
import { fieldColumns } from "./field-columns.js";
import { folderOf, type Look, lookOf } from "./look.js";

/** How a table of rows is shown. */
export interface ShowOptions {
  /** Rows to show, the first ones; default 20, `Infinity` for all. */
  limit?: number;
  /** Shows fields in place of the columns for people: `"all"`, or those named here. */
  fields?: "all" | readonly string[];
}

/** What is shown of rows: how many there are, and the cells of the first of them. */
export interface RowsView {
  title: string;
  columns: Columns;
}

const usualLimit = 20;

/** The view of a list of rows; null where it holds anything else. */
export function rowsView(values: readonly unknown[], { limit = usualLimit, fields }: ShowOptions): RowsView | null {
  if (!values.every(isRow)) return null;
  const look = lookOf(values);
  const shown = values.slice(0, limit);
  const number = values.length === 0 ? "no rows" : plural(values.length, "row");
  const cut = shown.length < values.length ? `, the first ${count(shown.length)} here` : "";
  return {
    title: `${look === null ? "" : `${look.name}: `}${number}${cut}`,
    columns:
      fields === undefined && look !== null ? lookColumns(values, shown, look) : fieldColumns(values, shown, fields),
  };
}

/** The columns for people; where a query has none, its fields without what is the same for all or fills a page. */
function lookColumns(rows: readonly object[], shown: readonly object[], { columns }: Look): Columns {
  if (columns === null) {
    const { sessionId: _, evidence: __, why: ___, grade = [], ...rest } = fieldColumns(rows, shown);
    return { ...rest, grade };
  }
  const folder = folderOf(rows);
  return Object.fromEntries(
    Object.entries(columns).map(([head, column]) => [head, shown.map((row) => cellOf(row as Row, column, folder))]),
  );
}

export function checkShowOptions({ limit = usualLimit, fields = "all" }: ShowOptions): void {
  if (!(limit >= 0) || (Number.isFinite(limit) && !Number.isInteger(limit)))
    throw new TranscriptError(
      "wrong-option",
      `\`limit\` is ${limit}; pass a whole number of rows, or Infinity for all.`,
    );
  if (fields !== "all" && !Array.isArray(fields))
    throw new TranscriptError("wrong-option", '`fields` is "all" or a list of names, such as ["name", "grade"].');
}

export function isRow(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
