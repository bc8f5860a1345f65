import { escapeHtml } from "../show/escape-html.js";
import { type Cell, cellText, standsRight } from "../show/table.js";
import { textWidth } from "../show/text-width.js";
import type { RowsView } from "./rows-view.js";
import { shortTexts } from "./short-texts.js";

/** Columns of no more than so many characters keep their lines whole. */
const shortest = 32;

/**
 * A table as notebooks show it. How a cell looks is said at the cell: notebooks have rules of their own for tables, and
 * where they are shown elsewhere a style sheet of ours would be taken out.
 */
export function htmlTable({ title, columns }: RowsView): string {
  const filled = Object.entries(columns)
    .filter(([, cells]) => cells.some((cell) => cell !== null))
    .map(([head, cells]) => {
      const texts = shortTexts(cells);
      return { head, texts, titles: texts.map((text, at) => titleOf(text, cells[at] ?? null)), style: styleOf(texts) };
    });
  const heads = filled.map(({ head, style }) => `<th scope="col"${style}>${escapeHtml(head)}</th>`);
  const rows = (filled[0]?.texts ?? []).map(
    (_, row) =>
      `<tr>${filled.map(({ texts, titles, style }) => `<td${style}${titles[row]}>${escapeHtml(texts[row] ?? "")}</td>`).join("")}</tr>`,
  );
  return tableOf(
    title,
    heads.length === 0 ? [] : [`<thead><tr>${heads.join("")}</tr></thead>`, "<tbody>", ...rows, "</tbody>"],
  );
}

/** Facts as a table of two columns, each with its label as head. */
export function htmlFacts(title: string, facts: readonly [string, string][]): string {
  const cells = facts.map(
    ([label, text]) => `<th scope="row"${left}>${escapeHtml(label)}</th><td${left}>${escapeHtml(text)}</td>`,
  );
  return tableOf(title, ["<tbody>", ...cells.map((pair) => `<tr>${pair}</tr>`), "</tbody>"]);
}

/** The whole of a text that is shown cut. */
const titleOf = (shown: string, cell: Cell): string =>
  shown === cellText(cell) ? "" : ` title="${escapeHtml(cellText(cell))}"`;

const tableOf = (title: string, lines: readonly string[]): string =>
  ["<table>", `<caption${left}>${escapeHtml(title)}</caption>`, ...lines, "</table>"].join("\n");

const left = ' style="text-align:left"';

function styleOf(texts: readonly string[]): string {
  const side = `text-align:${standsRight(texts) ? "right" : "left"}`;
  return ` style="${side}${texts.every((text) => textWidth(text) <= shortest) ? ";white-space:nowrap" : ""}"`;
}
