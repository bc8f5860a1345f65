import { columnMeans } from "../show/column-words.js";
import { wrapWords } from "../show/text-width.js";
import type { Verb } from "./verb.js";

const helpWidth = 80;

/** Explains the columns of a verb's table, for its help; null where it prints none. */
export function columnHelp({ name, columns }: Verb): string | null {
  const heads = Object.keys(columns);
  if (heads.length === 0) return null;
  const width = Math.max(...heads.map((head) => head.length)) + 4;
  const lines = heads.flatMap((head) =>
    wrapWords(columnMeans(name, head) ?? "", helpWidth - width).map(
      (text, at) => (at === 0 ? `  ${head}` : "").padEnd(width) + text,
    ),
  );
  return `Columns (one without any value is left out; more words: docs/words.md):\n${lines.join("\n")}`;
}
