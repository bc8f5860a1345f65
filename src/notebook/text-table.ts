import { plainText } from "../show/plain-text.js";
import { table } from "../show/table.js";
import { cutEnd, textWidth } from "../show/text-width.js";
import type { RowsView } from "./rows-view.js";
import { shortTexts } from "./short-texts.js";

/** Columns of text on a page that tells no width of its own. */
export const pageWidth = 110;

export const terminalWidth = (): number => process.stdout.columns ?? pageWidth;

/** What a column of text needs at least to be read; below it each row gets a block of lines. */
const readable = 16;

/** A table as text, below its title. */
export function textTable({ title, columns }: RowsView, width: number): string {
  const filled = Object.entries(columns)
    .filter(([, cells]) => cells.some((cell) => cell !== null))
    .map(([head, cells]): [string, string[]] => [head, shortTexts(cells)]);
  const least = filled.reduce((sum, [head, texts]) => sum + Math.min(readable, widest([head, ...texts])) + 2, 0);
  return [title, ...(least > width ? blocks(filled, width) : table(Object.fromEntries(filled), width))].join("\n");
}

const widest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);

/** Facts as lines, each behind its label, below their title. */
export const textFacts = (title: string, facts: readonly [string, string][], width: number): string =>
  [title, ...labelled(facts, width)].join("\n");

const blocks = (columns: readonly [string, string[]][], width: number): string[] =>
  (columns[0]?.[1] ?? []).flatMap((_, row) => [
    "",
    ...labelled(
      columns.map(([head, texts]) => [head, texts[row] ?? ""]),
      width,
    ),
  ]);

function labelled(facts: readonly [string, string][], width: number): string[] {
  const longest = widest(facts.map(([label]) => label));
  return facts.map(([label, text]) => {
    const space = " ".repeat(longest - textWidth(label));
    return cutEnd(`  ${label}${space}  ${plainText(text)}`, width);
  });
}
