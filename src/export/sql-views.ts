import { type ColumnType, columnsOf, type Table } from "./table.js";

const duckdbTypes: Record<ColumnType, string> = {
  text: "VARCHAR",
  json: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  flag: "BOOLEAN",
};

const clickhouseTypes: Record<ColumnType, string> = {
  text: "Nullable(String)",
  json: "Nullable(String)",
  integer: "Nullable(Int64)",
  number: "Nullable(Float64)",
  flag: "Nullable(Bool)",
};

/** The same fact in several files is one row: the one that holds most of it, then the first by session and line. */
const copiesBy = ({ fuller }: Table): string =>
  [
    ...[...fuller, "session_entries"].map((name) => `${name} desc nulls last`),
    "session_id, evidence_file, evidence_line, project",
  ].join(", ");

/** True of a row that stands: not of one without a boundary, where a copy that goes on has rows of the same thing at one. */
const stands = ({ metBoundaries: thing }: Table): string =>
  thing.length === 0
    ? "true"
    : `boundary is not null or ${thing.map((name) => `${name} is null`).join(" or ")} or count(boundary) over (partition by ${thing.join(", ")}) = 0`;

/** Where the files of a table lie below the export folder. */
const partsPattern = (table: Table, format: string): string => `${table.name}/day=*/project=*/part-*.${format}`;

/**
 * The view of a table in DuckDB. `folder` is the export's; null gives the view without rows, for a table without files.
 *
 * A column that an older export does not have is null.
 */
export function duckdbView(table: Table, folder: string | null, format: "parquet" | "ndjson"): string {
  const columns = columnsOf(table);
  const empty = `select ${columns.map(({ name, type }) => `null::${duckdbTypes[type]} as ${name}`).join(", ")} where false`;
  if (folder === null) return `create view ${table.name} as ${empty}`;
  const files = quoted(`${asPattern(folder)}/${partsPattern(table, format)}`);
  const types = columns.map(({ name, type }) => `${name}: '${duckdbTypes[type]}'`).join(", ");
  const rows =
    format === "parquet"
      ? `read_parquet(${files}, union_by_name = true, hive_partitioning = false)`
      : `read_json(${files}, format = 'newline_delimited', columns = {${types}}, hive_partitioning = false, maximum_object_size = ${maximumObjectBytes})`;
  return `create view ${table.name} as
select ${columns.map(({ name }) => name).join(", ")}
from (${empty} union all by name select * from ${rows})
qualify (${stands(table)}) and row_number() over (partition by row_id order by ${copiesBy(table)}) = 1`;
}

const maximumObjectBytes = 2 ** 28;

/**
 * The view of a table in ClickHouse, over the Parquet files of an export.
 *
 * `read` writes the table function, such as `file`, `s3` or `s3Cluster`, from the path of the files below the export
 * folder and the list of their columns.
 *
 * @example
 * const view = clickhouseView(exportTables.runs, (path, columns) => `file('/exports/${path}', 'Parquet', '${columns}')`);
 * view.includes("file('/exports/runs/day=*\/project=*\/part-*.parquet', 'Parquet', 'row_id Nullable(String), "); // => true
 */
export function clickhouseView(table: Table, read: (path: string, columns: string) => string): string {
  const columns = columnsOf(table);
  const structure = columns.map(({ name, type }) => `${name} ${clickhouseTypes[type]}`).join(", ");
  return `create or replace view ${table.name} as
select ${columns.map(({ name }) => name).join(", ")}
from (select *, ${stands(table)} as stands from ${read(partsPattern(table, "parquet"), structure)})
where stands
order by row_id, ${copiesBy(table)}
limit 1 by row_id`;
}

/** A path as a pattern that means this path alone. */
export const asPattern = (path: string): string => path.replace(/[[*?]/g, "[$&]");

/** A text of SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
