import { toCsv } from "../export/csv.js";
import type { Value } from "../export/table.js";

/** Rows as CSV with the fields that `--json` has; what is no plain value is JSON. */
export function csvOf(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => ({ name, type: "text", nullable: true, about: "", content: true }) as const);
  return toCsv(
    columns,
    rows.map((row) => names.map((name) => cellFor(Reflect.get(row, name)))),
  );
}

const cellFor = (value: unknown): Value =>
  value === undefined || value === null ? null : typeof value === "object" ? JSON.stringify(value) : (value as Value);

/** Lets the person keep rows as a file. */
export function saveRows(name: string, format: "csv" | "json", rows: readonly object[]): void {
  const [text, type] =
    format === "csv" ? [csvOf(rows), "text/csv"] : [`${JSON.stringify(rows, null, 2)}\n`, "application/json"];
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name.replace(/[^\w.-]+/g, "-")}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
