import { readFileSync, writeFileSync } from "node:fs";

export type Cell = string | number | null;

/** A table as the formatter of this repository writes it; a dash stands for null. */
export function table(rows: Record<string, Cell>[]): string {
  const heads = Object.keys(rows[0] ?? { "": "" });
  const cells = rows.map((row) => heads.map((head) => String(row[head] ?? "–").replaceAll("|", "\\|")));
  const widths = heads.map((head, at) => Math.max(3, head.length, ...cells.map((row) => (row[at] as string).length)));
  const line = (row: string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at] as number)).join(" | ")} |`;
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

/** Puts each text between `<!-- table: NAME -->` and `<!-- end -->` of a page. Throws where the page has no such place. */
export function writeTables(page: string, tables: Record<string, string>): void {
  let text = readFileSync(page, "utf8");
  for (const [name, content] of Object.entries(tables)) {
    const open = `<!-- table: ${name} -->\n`;
    const start = text.indexOf(open);
    const end = text.indexOf("<!-- end -->", start);
    if (start < 0 || end < 0) throw new Error(`${page} has no place for the table ${name}.`);
    text = `${text.slice(0, start)}${open}\n${content}\n\n${text.slice(end)}`;
  }
  writeFileSync(page, text);
}
