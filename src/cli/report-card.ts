import { records } from "../../schemas/versions/recording.js";
import { type BoundaryRow, boundaries } from "../queries/boundaries.js";
import { type ConflictRow, conflicts } from "../queries/conflicts.js";
import { type MissingRow, missing } from "../queries/missing.js";
import { type ReturnedRow, returned } from "../queries/returned.js";
import type { Row } from "../queries/row.js";
import type { Timeline } from "../timeline/timeline.js";
import { charsShown, lineShown, sourceShown } from "./cells.js";
import { localTime } from "./local-time.js";
import { nameBelow } from "./name-below.js";
import type { Paint } from "./paint.js";
import { plainText } from "./plain-text.js";
import { conflictFacts, lossFacts } from "./report-losses.js";
import { count, plural, table } from "./table.js";
import { cutEnd, wrapWords } from "./text-width.js";

/** One boundary: what came back after it, what did not, and where an older text stands beside a newer one. */
export interface Card {
  boundary: BoundaryRow;
  returned: ReturnedRow[];
  missing: MissingRow[];
  conflicts: ConflictRow[];
}

/** The boundaries of a session, each with what is to be told of it. */
export function cardsOf(timeline: Timeline): Card[] {
  const all = { returned: returned(timeline), missing: missing(timeline), conflicts: conflicts(timeline) };
  return boundaries(timeline).map((boundary) => {
    const isHere = (row: { chain: string; boundary: number }): boolean =>
      boundary.kind === "compact" && row.chain === boundary.chain && row.boundary === boundary.boundary;
    return {
      boundary,
      returned: all.returned.filter(isHere),
      missing: all.missing.filter(isHere),
      conflicts: all.conflicts.filter(isHere),
    };
  });
}

/** The rows behind the cards: each boundary, followed by what came back, what is missing and what is in conflict. */
export const reportRows = (timeline: Timeline): Row[] =>
  cardsOf(timeline).flatMap((card) => [card.boundary, ...card.returned, ...card.missing, ...card.conflicts]);

/** A card for people; names below `folder`, the session's working directory, are shown without it. */
export function cardLines(card: Card, folder: string | null, width: number, paint: Paint): string[] {
  const losses = [
    ...lossFacts(silent(card.boundary) ? card.missing.filter(isKnown) : card.missing, folder),
    ...conflictFacts(card.conflicts, folder, width - labelWidth),
  ];
  return [
    paint("bold", cutEnd(titleOf(card.boundary), width)),
    ...labelled(factsOf(card.boundary), width, paint),
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

/** True where the version writes no attachments at all: the card says that once. */
const silent = ({ cliVersion }: BoundaryRow): boolean =>
  cliVersion !== null && records(cliVersion, "attachment") === "no";

const isKnown = ({ reason }: MissingRow): boolean => reason !== "not-recorded";

const indent = "  ";
const labelWidth = 12;

function titleOf({ kind, boundary, trigger, chain, run, evidence }: BoundaryRow): string {
  const parts = [
    `${kind === "compact" ? "Boundary" : "Microcompaction"} ${boundary}`,
    trigger,
    chain === "main" ? null : `subagent ${chain}`,
    run === null ? null : `run ${run}`,
    `line ${evidence[0]?.line}`,
  ];
  return plainText(parts.filter((part) => part !== null).join(" · "));
}

function factsOf(row: BoundaryRow): [string, string][] {
  const time = row.at === null ? "not recorded" : localTime(row.at);
  const facts: [string, string][] = [
    ["when", row.cliVersion === null ? time : `${time}, CLI ${row.cliVersion}`],
    ["recorded", recordedSizes(row)],
  ];
  const { lastRequestBefore: last, firstRequestAfter: first } = row;
  if (last !== null || first !== null)
    facts.push([
      "measured",
      [
        last === null ? "no request before" : `${count(last)} tokens in the last request before`,
        first === null ? "no request after" : `${count(first)} in the first after`,
      ].join(", "),
    ]);
  if (row.mode !== null)
    facts.push([
      "mode",
      `${row.mode}, ${row.preserved === null ? "no kept messages named" : `${plural(row.preserved, "kept message")} in the file`}`,
    ]);
  return facts;
}

function recordedSizes({ kind, preTokens, postTokens, droppedTokens, durationMs }: BoundaryRow): string {
  const parts = [
    preTokens === null ? "size before not recorded" : `${count(preTokens)} tokens before`,
    postTokens !== null ? `${count(postTokens)} after` : kind === "compact" ? "size after not recorded" : null,
    droppedTokens === null ? null : `${count(droppedTokens)} dropped`,
    durationMs === null ? null : `in ${(durationMs / 1000).toLocaleString("en-US", { maximumFractionDigits: 1 })} s`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

function returnedLines(
  { boundary, returned: rows }: Card,
  folder: string | null,
  width: number,
  paint: Paint,
): string[] {
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
  if (silent(boundary))
    lines.push(
      cutEnd(
        `Files, skills, instructions, listings: not recorded by CLI ${plainText(boundary.cliVersion ?? "")}.`,
        width,
      ),
    );
  else if (rows.length === 0) lines.push("Nothing that came back is recorded.");
  return lines;
}

/** Folds the kept messages into one row, as they are many and alike. */
function foldKept(rows: ReturnedRow[]): ReturnedRow[] {
  const kept = rows.filter((row) => row.item === "preserved");
  const [first] = kept;
  if (first === undefined) return rows;
  const chars = kept.reduce<number | null>((sum, row) => (row.chars === null ? sum : (sum ?? 0) + row.chars), null);
  const lines = kept.flatMap((row) => row.evidence[0]?.line ?? []).sort((a, b) => a - b);
  const range = lines.length > 1 ? `, lines ${lines[0]}-${lines.at(-1)}` : "";
  const folded = { ...first, name: `${count(kept.length)} kept${range}`, chars, sourceChars: null };
  return rows.flatMap((row) => (row === first ? [folded] : row.item === "preserved" ? [] : [row]));
}
