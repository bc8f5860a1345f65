import { count } from "../../show/count.js";
import { escapeMarkdown } from "../../show/escape-markdown.js";
import { plainText } from "../../show/plain-text.js";
import type { Cell } from "../../show/table.js";
import { cutMiddle } from "../../show/text-width.js";

/** What GitHub takes are 65,536 characters: these leave room for what one writes beside it. */
export const usualLimit = 60_000;

/** A column of a table in Markdown. */
export interface MarkdownColumn<R> {
  head: string;
  cell: (row: R) => Cell;
  /** True for names and paths, which stand as code: there no word is a mention, a reference or a link. */
  code?: true;
}

/** A table; a column without any value is left out. */
export function markdownTable<R>(rows: readonly R[], columns: readonly MarkdownColumn<R>[]): string {
  const shown = columns
    .map(({ head, cell, code }) => ({ head, code, cells: rows.map(cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ""));
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(shown.map(({ head }) => head)),
    line(shown.map(({ cells }) => (cells.every((cell) => cell === null || typeof cell === "number") ? "---:" : "---"))),
    ...rows.map((_, at) => line(shown.map(({ cells, code }) => cellText(cells[at] ?? null, code === true)))),
  ].join("\n");
}

function cellText(cell: Cell, code: boolean): string {
  if (cell === null || cell === "") return "–";
  if (typeof cell === "number") return count(cell);
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return code ? codeSpan(cell).replaceAll("|", "\\|") : words(cell);
}

const longestText = 300;

/** Any text as words in which nothing is markup; a very long one loses its middle. */
export const words = (text: string): string => escapeMarkdown(cutMiddle(plainText(text), longestText));

/** The same as code, in a fence longer than any in it. */
export function codeSpan(text: string): string {
  const plain = cutMiddle(plainText(text), longestText);
  const longest = (plain.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 || /^\s.*\s$/.test(plain) ? " " : "";
  return `${fence}${space}${plain}${space}${fence}`;
}

/**
 * Joins the head and as many of the parts as stay below `limit` characters, and says how many it left out; parts are never
 * cut, so that none ends within a table.
 */
export function bounded(head: string, parts: readonly string[], limit: number, what: (left: number) => string): string {
  const room = limit - 200;
  let text = head;
  for (const [at, part] of parts.entries()) {
    if (text.length + part.length + 2 > room) return `${text}\n\n${what(parts.length - at)}\n`;
    text += `\n\n${part}`;
  }
  return `${text}\n`;
}
