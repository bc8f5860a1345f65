import { records } from "../../schemas/versions/recording.js";
import { type BoundaryRow, boundaries } from "../queries/boundaries.js";
import { type ConflictRow, conflicts } from "../queries/conflicts.js";
import { type MissingRow, missing } from "../queries/missing.js";
import { type ReturnedRow, returned } from "../queries/returned.js";
import type { Row } from "../queries/row.js";
import type { Timeline } from "../timeline/timeline.js";
import { count, plural } from "./count.js";
import { localTime } from "./local-time.js";

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

/** True where the version writes no attachments at all: the card says that once. */
export const isSilent = ({ cliVersion }: BoundaryRow): boolean =>
  cliVersion !== null && records(cliVersion, "attachment") === "no";

/**
 * What the version of a boundary does not record of what comes back, so that nobody takes it for lost; null where it
 * records what a card tells of. Of a version in between that is not known, the card says so.
 */
export function notRecorded({ boundary, returned }: Card): string | null {
  const { cliVersion, kind } = boundary;
  if (cliVersion === null || kind === "microcompact") return null;
  if (isSilent(boundary)) return `Files, skills, instructions, listings: not recorded by CLI ${cliVersion}.`;
  const recorded = records(cliVersion, "attachment/instructions");
  if (recorded === "yes" || returned.some(({ item }) => item === "instructions")) return null;
  return recorded === "no"
    ? `Instructions: not recorded by CLI ${cliVersion}.`
    : `Instructions: not known to be recorded by CLI ${cliVersion}.`;
}

/** What a card says is missing: of a silent version only what is known. */
export const lossesOf = ({ boundary, missing }: Card): MissingRow[] =>
  isSilent(boundary) ? missing.filter(({ reason }) => reason !== "not-recorded") : missing;

/** The head of a card: `Boundary 1 · auto · run 1 · line 39`. */
export function cardTitle({ kind, boundary, trigger, chain, run, evidence }: BoundaryRow): string {
  const parts = [
    `${kind === "compact" ? "Boundary" : "Microcompaction"} ${boundary}`,
    trigger,
    chain === "main" ? null : `subagent ${chain}`,
    run === null ? null : `run ${run}`,
    `line ${evidence[0]?.line}`,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

/** What is recorded of a boundary itself, as labels with their texts. */
export function cardFacts(row: BoundaryRow): [string, string][] {
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

/** Folds the kept messages into one row, as they are many and alike. */
export function foldKept(rows: ReturnedRow[]): ReturnedRow[] {
  const kept = rows.filter((row) => row.item === "preserved");
  const [first] = kept;
  if (first === undefined) return rows;
  const chars = kept.reduce<number | null>((sum, row) => (row.chars === null ? sum : (sum ?? 0) + row.chars), null);
  const lines = kept.flatMap((row) => row.evidence[0]?.line ?? []).sort((a, b) => a - b);
  const range = lines.length > 1 ? `, lines ${lines[0]}-${lines.at(-1)}` : "";
  const folded = { ...first, name: `${count(kept.length)} kept${range}`, chars, sourceChars: null };
  return rows.flatMap((row) => (row === first ? [folded] : row.item === "preserved" ? [] : [row]));
}
