import type { Row } from "../queries/row.js";
import { lineShown } from "./cells.js";
import { localTime } from "./local-time.js";
import { nameBelow } from "./name-below.js";
import type { Cell } from "./table.js";

/** A column of a table for people: a field (`at` is shown as time, `evidence` as line), or what to show of a row. */
export type Column<R extends Row> = (keyof R & string) | ((row: R) => Cell);

/** Head and content of the columns of a query's rows, the most telling first; a column without any value is left out. */
export type ColumnsOf<R extends Row> = Record<string, Column<R>>;

/** What a column shows of a row; a file below `folder` is named without it. */
export function cellOf<R extends Row>(row: R, column: Column<R>, folder: string | null = null): Cell {
  if (typeof column === "function") return column(row);
  const value = row[column];
  if (column === "at") return row.at === null ? null : localTime(row.at);
  if (column === "evidence") return lineShown(row);
  if ((column === "name" || column === "path") && typeof value === "string") return nameBelow(folder, value);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
