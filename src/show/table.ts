import { count } from "./count.js";
import { plainText } from "./plain-text.js";
import { cutApart, cutEnd, textWidth } from "./text-width.js";

/** What a cell can show: null is `-`, a number gets thousands separators, a truth value is yes or no. */
export type Cell = string | number | boolean | null;

const gap = "  ";
const narrowest = 6;
const numeric = /^(-|[\d,.]+(\/[\d,.]+)?)$/;
const time = /^(-|\d{4}-\d\d-\d\d( [\d:.]+([+-][\d:]+|Z)?)?)$/;

/** The columns of a table by their heads, each with a cell per row. */
export type Columns = Record<string, Cell[]>;

/**
 * Lays columns out as aligned lines of at most `width` columns of the terminal, the heads first.
 *
 * A column without any value is left out. Columns of numbers stand right; they and times are never cut. Where the lines
 * would be too long, the widest columns of text lose their middle, or a beginning that rows share and that would make them read the same.
 */
export function table(columns: Columns, width: number): string[] {
  const filled = Object.entries(columns).filter(([, cells]) => cells.some((cell) => cell !== null));
  const laidOut = filled.map(([head, cells]) => {
    const texts = cells.map(cellText);
    return {
      texts: [head, ...texts],
      width: [head, ...texts].reduce(widest, 0),
      number: standsRight(texts),
      whole: standsRight(texts) || texts.every((text) => time.test(text)),
    };
  });
  shrink(laidOut, width - gap.length * (laidOut.length - 1));
  const cut = laidOut.map(({ texts, width, number }) =>
    cutApart(texts, width).map((text) => fill(text, width, number)),
  );
  return (cut[0] ?? []).map((_, row) =>
    cutEnd(
      cut
        .map((cells) => cells[row])
        .join(gap)
        .trimEnd(),
      width,
    ),
  );
}

/** True for a column of numbers. */
export const standsRight = (texts: readonly string[]): boolean => texts.every((text) => numeric.test(text));

const widest = (width: number, text: string): number => Math.max(width, textWidth(text));

/** Narrows the widest column of text, step by step, until all fit or none can be narrowed. */
function shrink(columns: { width: number; whole: boolean }[], room: number): void {
  let excess = columns.reduce((sum, column) => sum + column.width, 0) - room;
  for (; excess > 0; excess--) {
    const texts = columns.filter((column) => !column.whole && column.width > narrowest);
    const [first] = texts;
    if (first === undefined) return;
    texts.reduce((most, column) => (column.width > most.width ? column : most), first).width--;
  }
}

const fill = (text: string, width: number, right: boolean): string => {
  const space = " ".repeat(Math.max(0, width - textWidth(text)));
  return right ? space + text : text + space;
};

/** A cell as one line of harmless text. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === "") return "-";
  if (typeof cell === "number") return count(cell);
  return typeof cell === "string" ? plainText(cell) : cell ? "yes" : "no";
}
