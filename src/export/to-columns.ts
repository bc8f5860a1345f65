import type { Row } from "../queries/row.js";
import { rowValues } from "./row-values.js";
import { type Column, rowColumns, type Table, type Value } from "./table.js";

/** A column of numbers without a gap is a `Float64Array`, every other one an array with null where nothing is known. */
export type ColumnValues = Float64Array | Value[];

/**
 * Turns rows of a query into columns by name, as data frames and plots take them.
 *
 * Names and types are those of the export; `row_id`, `project`, `day`, `session_entries` and `boundary_uuid` need the whole
 * session and are there only. Places are in `evidence_line` and its like, all of them as JSON in `evidence`.
 *
 * @example
 * const { input, model } = toColumns(usage(timeline), exportTables.usage);
 * [input?.length, model?.length]; // => [20, 20]
 */
export function toColumns<R extends Row>(rows: readonly R[], table: Table<R>): Record<string, ColumnValues> {
  const columns: Column[] = [...rowColumns, ...table.fields.map(({ column }) => column)];
  const values = rows.map((row) => {
    const { common, own } = rowValues(row, table);
    return [...common, ...own];
  });
  return Object.fromEntries(
    columns.map(({ name, type, nullable }, at) => {
      const column = values.map((row) => row[at] ?? null);
      const isDense = !nullable && (type === "integer" || type === "number") && !column.includes(null);
      return [name, isDense ? Float64Array.from(column as number[]) : column];
    }),
  );
}
