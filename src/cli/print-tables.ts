import type { Row } from "../queries/row.js";
import { cellOf } from "../show/column.js";
import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { table } from "../show/table.js";
import { cutMiddle, wrapWords } from "../show/text-width.js";
import { rowsOf } from "./rows-of.js";
import type { Asking, Sessions, View } from "./verb.js";

/** Prints a table of the verb's columns for each session that has rows, under its file's name where there are several. */
export async function printTables<R extends Row>(verb: Asking<R>, sessions: Sessions, view: View): Promise<boolean> {
  const { paint, width, write } = view;
  let fault = false;
  let asked = 0;
  const without = new Map<string, number>();
  for await (const { file, folder, rows, compacted } of rowsOf(verb, sessions, view)) {
    fault ||= verb.fault?.(rows) ?? false;
    asked++;
    if (rows.length === 0) {
      const none = compacted ? verb.none : "no compaction boundary";
      without.set(none, (without.get(none) ?? 0) + 1);
      continue;
    }
    if (view.many && file !== null) await write(`${paint("bold", cutMiddle(plainText(file), width))}\n`);
    const cells = Object.fromEntries(
      Object.entries(verb.columns).map(([head, column]) => [head, rows.map((row) => cellOf(row, column, folder))]),
    );
    const [heads, ...lines] = table(cells, width);
    const texts = lines.flatMap((line, at) => [line, ...textsUnder(verb, rows[at] as R, width)]);
    const sum = verb.sum === undefined ? [] : wrapWords(verb.sum(rows), width);
    await write(
      `${[paint("dim", heads ?? ""), ...texts, ...sum].join("\n")}\n${view.many && file !== null ? "\n" : ""}`,
    );
  }
  for (const [none, sessions] of without) {
    const told = asked === 1 ? none : `${count(sessions)} of ${plural(asked, "session")}: ${none}`;
    await write(`${wrapWords(told, width).join("\n")}\n`);
  }
  return fault;
}

const textsUnder = <R extends Row>({ under }: Asking<R>, row: R, width: number): string[] =>
  (under?.(row) ?? []).flatMap((text) => wrapWords(plainText(text), width - 4).map((line) => `    ${line}`));
