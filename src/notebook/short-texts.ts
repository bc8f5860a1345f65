import { type Cell, cellText, standsRight } from "../show/table.js";
import { cutApart, cutEnd } from "../show/text-width.js";

const longest = 60;

/** The cells of a column as texts of no more than a line: of sentences the beginning, of names what tells them apart. Numbers stay whole. */
export function shortTexts(cells: readonly Cell[]): string[] {
  const texts = cells.map(cellText);
  if (standsRight(texts)) return texts;
  return texts.some((text) => text.includes(" "))
    ? texts.map((text) => cutEnd(text, longest))
    : cutApart(texts, longest);
}
