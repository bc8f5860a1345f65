import type { Column, Value } from "./table.js";

/**
 * Rows as CSV (RFC 4180) with a head line. An empty cell is null, `""` the empty text.
 *
 * A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) gets
 * an apostrophe before it, as OWASP advises against CSV injection. A control character other than tab and line break,
 * which could steer a terminal, is written as its escape in JSON, such as `\u001b`. The other formats have texts as they are.
 */
export function toCsv(columns: readonly Column[], rows: readonly Value[][]): string {
  return [columns.map(({ name }) => name), ...rows.map((row) => row.map(cell))]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

function cell(value: Value): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const visible = value.replace(controls, escapeOf);
  const text = /^[=+\-@\t\r]/.test(visible) ? `'${visible}` : visible;
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
