import { type Card, cardFacts, cardTitle, foldKept, isSilent, lossesOf, notRecorded } from "../show/card.js";
import { charsShown, lineShown, sourceShown } from "../show/cells.js";
import { conflictFacts, lossFacts } from "../show/losses.js";
import { nameBelow } from "../show/name-below.js";
import { plainText } from "../show/plain-text.js";
import { table } from "../show/table.js";
import { cutEnd, wrapWords } from "../show/text-width.js";
import type { Paint } from "./paint.js";

/** A card for people; names below `folder`, the session's working directory, are shown without it. */
export function cardLines(card: Card, folder: string | null, width: number, paint: Paint): string[] {
  const losses = [...lossFacts(lossesOf(card), folder), ...conflictFacts(card.conflicts, folder, width - labelWidth)];
  return [
    paint("bold", cutEnd(plainText(cardTitle(card.boundary)), width)),
    ...labelled(cardFacts(card.boundary), width, paint),
    "",
    ...returnedLines(card, folder, width - indent.length, paint).map((line) => indent + line),
    ...(losses.length === 0 ? [] : ["", ...labelled(losses, width, paint)]),
  ];
}

/** Facts with their labels before them, wrapped. */
const labelled = (facts: [string, string][], width: number, paint: Paint): string[] =>
  facts.flatMap(([name, text]) =>
    wrapWords(plainText(text), width - labelWidth).map(
      (line, at) => paint("dim", (at === 0 ? `${indent}${name}` : "").padEnd(labelWidth)) + line,
    ),
  );

const indent = "  ";
const labelWidth = 12;

function returnedLines(card: Card, folder: string | null, width: number, paint: Paint): string[] {
  const { boundary, returned: rows } = card;
  if (boundary.kind === "microcompact") return ["Old tool results were cleared; the conversation goes on."];
  const shown = foldKept(rows);
  const columns = {
    item: shown.map((row) => row.item),
    name: shown.map((row) => nameBelow(folder, row.name)),
    source: shown.map(sourceShown),
    chars: shown.map(charsShown),
    relation: shown.map((row) => (row.relation === "none" ? null : row.relation)),
    line: shown.map(lineShown),
  };
  const [heads, ...lines] = table(columns, width);
  const late = shown.findIndex((row) => row.phase === "next-prompt");
  if (late !== -1) lines.splice(late, 0, paint("dim", "with the next prompt:"));
  if (rows.length > 0) lines.unshift(paint("dim", heads ?? ""));
  const silence = notRecorded(card);
  if (rows.length === 0 && !isSilent(boundary)) lines.push("Nothing that came back is recorded.");
  if (silence !== null) lines.push(cutEnd(plainText(silence), width));
  return lines;
}
