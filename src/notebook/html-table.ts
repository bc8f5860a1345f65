import { escapeHtml } from "../show/escape-html.js";
import { type Cell, cellText } from "../show/table.js";
import type { RowsView } from "./rows-view.js";

/**
 * A table as notebooks show it. Alignment is said at each cell, as notebooks have rules of their own and none keeps a
 * style sheet of ours.
 */
export function htmlTable({ title, columns }: RowsView): string {
  const filled = Object.entries(columns).filter(([, cells]) => cells.some((cell) => cell !== null));
  const aligned = filled.map(([head, cells]) => ({ head, cells, side: sideOf(cells) }));
  const heads = aligned.map(({ head, side }) => `<th scope="col"${side}>${escapeHtml(head)}</th>`);
  const rows = (aligned[0]?.cells ?? []).map(
    (_, row) => `<tr>${aligned.map(({ cells, side }) => `<td${side}>${textOf(cells[row])}</td>`).join("")}</tr>`,
  );
  const body = heads.length === 0 ? [] : [`<thead><tr>${heads.join("")}</tr></thead>`, "<tbody>", ...rows, "</tbody>"];
  return ["<table>", `<caption style="text-align:left">${escapeHtml(title)}</caption>`, ...body, "</table>"].join("\n");
}

/** Facts as a table of two columns, each with its label as head. */
export function htmlFacts(title: string, facts: readonly [string, string][]): string {
  const rows = facts.map(
    ([label, text]) =>
      `<tr><th scope="row" style="text-align:left">${escapeHtml(label)}</th><td style="text-align:left">${escapeHtml(text)}</td></tr>`,
  );
  return ["<table>", `<caption style="text-align:left">${escapeHtml(title)}</caption>`, ...rows, "</table>"].join("\n");
}

const sideOf = (cells: readonly Cell[]): string =>
  ` style="text-align:${cells.every((cell) => cell === null || typeof cell === "number") ? "right" : "left"}"`;

const textOf = (cell: Cell | undefined): string => escapeHtml(cellText(cell ?? null));
