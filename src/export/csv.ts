import type { Column, Value } from "./table.js";

/**
 * Rows as CSV (RFC 4180) with a head line. An empty cell is null, `""` the empty text.
 *
 * A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) gets
 * an apostrophe before it, as OWASP advises against CSV injection; the other formats have it as it is.
 */
export function toCsv(columns: readonly Column[], rows: readonly Value[][]): string {
  return [columns.map(({ name }) => name), ...rows.map((row) => row.map(cell))]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");
}

function cell(value: Value): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
