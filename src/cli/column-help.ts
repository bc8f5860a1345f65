import { columnMeans } from "../show/column-words.js";
import { wrapWords } from "../show/text-width.js";
import type { Verb } from "./verb.js";

const helpWidth = 80;

/** Explains the columns of a verb's tables, for its help; null where it prints none. */
export function columnHelp({ name, columns, other }: Verb): string | null {
  const lines = meanings(name, Object.keys(columns));
  if (lines.length === 0) return null;
  const own = `Columns (one without any value is left out; more words: docs/words.md):\n${lines.join("\n")}`;
  if (other === undefined) return own;
  const [option, asking] = other;
  return `${own}\n\nWith ${option}:\n${meanings(`${name} ${option}`, Object.keys(asking.columns)).join("\n")}`;
}

function meanings(table: string, heads: string[]): string[] {
  const width = Math.max(...heads.map((head) => head.length)) + 4;
  return heads.flatMap((head) =>
    wrapWords(columnMeans(table, head) ?? "", helpWidth - width).map(
      (text, at) => (at === 0 ? `  ${head}` : "").padEnd(width) + text,
    ),
  );
}
