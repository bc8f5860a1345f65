import type { ClaimRow } from "../queries/claims.js";
import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { cutEnd, wrapWords } from "../show/text-width.js";
import type { All } from "./option.js";
import { rowsOf } from "./rows-of.js";
import type { Asking, Sessions, View } from "./verb.js";

/** Prints each claim that was tested under its verdict, and of the others how many there are; with `--all`, all. */
export async function printClaims(verb: Asking<ClaimRow, All>, sessions: Sessions, view: View<All>): Promise<boolean> {
  for await (const { rows } of rowsOf(verb, sessions, view))
    for (const verdict of ["failed", "held", "not exercised", "not decidable"] as const) {
      const some = rows.filter((row) => row.verdict === verdict);
      if (some.length === 0) continue;
      const tested = verdict === "failed" || verdict === "held";
      const lines = tested || view.given.all === true ? some.flatMap((row) => claimLines(row, view)) : [];
      const more = lines.length === 0 ? "; --all shows them" : "";
      await view.write(`${view.paint("bold", `${verdict}: ${plural(some.length, "claim")}`)}${more}\n`);
      if (lines.length > 0) await view.write(`${lines.join("\n")}\n\n`);
    }
  return false;
}

function claimLines(row: ClaimRow, { width, paint }: View<All>): string[] {
  const { id, date, claim, held, n, unjudged, verdict, why, contradicts } = row;
  const judged = n === 0 ? [] : [`${count(held)} of ${count(n)}`];
  const head = [`  ${id}`, ...judged, ...(unjudged === 0 ? [] : [`${count(unjudged)} unjudged`]), date].join("  ");
  return [
    cutEnd(head, width),
    ...indented(claim, width),
    ...(verdict === "not decidable" && why !== null ? indented(`Not decidable: ${why}`, width) : []),
    ...(contradicts.length === 0
      ? []
      : indented(`Against it: ${contradicts.join(", ")}`, width).map((line) => paint("dim", line))),
  ];
}

const indented = (text: string, width: number): string[] =>
  wrapWords(plainText(text), width - 4).map((line) => `    ${line}`);
