import { count, plural } from "../../show/count.js";
import { escapeHtml } from "../../show/escape-html.js";
import type { Cell } from "../../show/table.js";

/** HTML that was made here, every text in it escaped. */
export interface Html {
  html: string;
}

/** A column of a table: its head, and what it shows of a row. */
export interface HtmlColumn<R> {
  head: string;
  cell: (row: R) => Cell | Html;
}

/** An order in which the rows can be read, beside the one they come in. */
export interface Order<R> {
  name: string;
  compare: (a: R, b: R) => number;
}

/** Rows of a table that is there in several orders: with more the page would be heavy for what the orders give. */
const mostSorted = 400;

/** A table with a caption; a column without any value is left out. */
export function htmlTable<R>(caption: string, rows: readonly R[], columns: readonly HtmlColumn<R>[]): string {
  const shown = columns
    .map(({ head, cell }) => ({ head, cells: rows.map(cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ""));
  const heads = shown.map(({ head, cells }) => `<th scope="col"${classOf(cells)}>${escapeHtml(head)}</th>`).join("");
  const classes = shown.map(({ cells }) => classOf(cells));
  const lines = rows.map(
    (_, at) =>
      `<tr>${shown.map(({ cells }, column) => `<td${classes[column]}>${cellHtml(cells[at] ?? null)}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
</table></div>`;
}

/**
 * A table in several orders, of which radio buttons choose one: without a script a page can't sort, but it can bring every
 * order with it. What a reader, a screen reader and a printer get is a plain table in the chosen order.
 */
export function sortedTable<R>(
  id: string,
  caption: string,
  rows: readonly R[],
  columns: readonly HtmlColumn<R>[],
  orders: readonly [string, ...Order<R>[]],
): string {
  const [first, ...others] = orders;
  if (rows.length > mostSorted)
    return `${htmlTable(`${caption}, ${first}`, rows, columns)}\n<p class="note">In this order only: ${count(rows.length)} rows are too many to bring each order along.</p>`;
  if (rows.length < 3) return htmlTable(caption, rows, columns);
  const names = [first, ...others.map(({ name }) => name)];
  const inputs = names.map(
    (name, at) =>
      `<input type="radio" name="${id}" id="${id}-${at}"${at === 0 ? " checked" : ""}><label for="${id}-${at}">${escapeHtml(name)}</label>`,
  );
  const tables = [rows, ...others.map(({ compare }) => rows.toSorted(compare))].map(
    (some, at) => `<div class="order">${htmlTable(`${caption}, ${names[at]}`, some, columns)}</div>`,
  );
  return `<div class="sorted" role="group" aria-label="${escapeHtml(`Order of: ${caption}`)}">
<span class="hint">${plural(rows.length, "row")}, sorted:</span>
${inputs.join("\n")}
${tables.join("\n")}
</div>`;
}

const isHtml = (cell: Cell | Html): cell is Html => typeof cell === "object" && cell !== null;

const numeric = (cell: Cell | Html): boolean =>
  cell === null || typeof cell === "number" || (typeof cell === "string" && /^[\d,]+(\/[\d,]+)?$/.test(cell));

/** Words of more than a name need room on a small screen, where the table scrolls. */
const isLong = (cell: Cell | Html): boolean => typeof cell === "string" && cell.length > 40 && cell.includes(" ");

const classOf = (cells: readonly (Cell | Html)[]): string =>
  cells.every(numeric) ? ' class="n"' : cells.some(isLong) ? ' class="long"' : "";

function cellHtml(cell: Cell | Html): string {
  if (isHtml(cell)) return cell.html;
  if (cell === null || cell === "") return '<span class="none">–</span>';
  if (typeof cell === "number") return count(cell);
  return typeof cell === "string" ? escapeHtml(cell) : cell ? "yes" : "no";
}
