import type { DataType } from "@uwdata/flechette";
import { toCsv } from "../export/csv.js";
import { toNdjson } from "../export/ndjson.js";
import { type Column, type ColumnType, schemaVersion, type Value } from "../export/table.js";
import { optionalPeer } from "./optional-peer.js";

/** `parquet` needs the package `hyparquet-writer`, `arrow` needs `@uwdata/flechette`. */
export type ExportFormat = "parquet" | "ndjson" | "csv" | "arrow";

/** Turns rows into the bytes of a file. */
type Encode = (columns: readonly Column[], rows: readonly Value[][]) => Uint8Array | string;

/** The encoder of a format; loads the package that it needs. */
export const encoders: Record<ExportFormat, () => Promise<Encode>> = {
  ndjson: async () => toNdjson,
  csv: async () => toCsv,
  parquet: parquetEncoder,
  arrow: arrowEncoder,
};

const parquetTypes = { text: "STRING", json: "STRING", integer: "INT64", number: "DOUBLE", flag: "BOOLEAN" } as const;

async function parquetEncoder(): Promise<Encode> {
  const { parquetWriteBuffer } = await optionalPeer("hyparquet-writer", () => import("hyparquet-writer"));
  return (columns, rows) =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: columns.map(({ name, type }, at) => ({
          name,
          type: parquetTypes[type],
          data: rows.map((row) => (type === "integer" ? whole(row[at]) : row[at])),
        })),
        kvMetadata: [{ key: "tidemark.schemaVersion", value: String(schemaVersion) }],
        createdBy: "tidemark",
      }),
    );
}

async function arrowEncoder(): Promise<Encode> {
  const arrow = await optionalPeer("@uwdata/flechette", () => import("@uwdata/flechette"));
  const types: Record<ColumnType, DataType> = {
    text: arrow.utf8(),
    json: arrow.utf8(),
    integer: arrow.int64(),
    number: arrow.float64(),
    flag: arrow.bool(),
  };
  return (columns, rows) => {
    const data = columns.map(({ name, type }, at): [string, unknown[]] => [
      name,
      rows.map((row) => (type === "integer" ? whole(row[at]) : row[at])),
    ]);
    const table = arrow.tableFromArrays(data, {
      types: Object.fromEntries(columns.map(({ name, type }) => [name, types[type]])),
    });
    return arrow.tableToIPC(table, { format: "file" }) as Uint8Array;
  };
}

/** A whole number for a 64-bit column. */
const whole = (value: Value | undefined): bigint | null => (typeof value === "number" ? BigInt(value) : null);
