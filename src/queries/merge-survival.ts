import type { SurvivalRow } from "./survival.js";
import { wilson } from "./wilson.js";

/** Adds the counts of one more session: the answer is then that of `survival` over all sessions together. */
export function mergeSurvival(answer: SurvivalRow[], rows: SurvivalRow[]): void {
  const first = answer.length === 0;
  for (const row of rows) {
    const known = answer.find(({ item, by, value }) => item === row.item && by === row.by && value === row.value);
    if (known === undefined) answer.push(row);
    else add(known, row);
  }
  if (first) return;
  for (const row of answer) {
    row.sessionId = null;
    const all = row.by === "source" ? answer.find(({ item, by }) => item === row.item && by === "all") : undefined;
    // What was lost has no source, so a source is held against all things: also of sessions that do not know it.
    if (all !== undefined)
      Object.assign(row, { n: all.n, unjudged: all.unjudged, unjudgedWhy: all.unjudgedWhy, evidence: all.evidence });
    Object.assign(row, wilson(row.survived, row.n));
    if (row.by !== "kept")
      row.why = `Counted over ${row.evidence.length} boundaries: what stood before each against what was there after it.`;
  }
  const items = [...new Set(answer.map(({ item }) => item))];
  answer.sort((a, b) => items.indexOf(a.item) - items.indexOf(b.item) || order[a.by] - order[b.by]);
}

const order: Record<SurvivalRow["by"], number> = {
  all: 0,
  source: 1,
  trigger: 2,
  cliVersion: 3,
  process: 4,
  model: 5,
  kept: 6,
};

function add(answer: SurvivalRow, row: SurvivalRow): void {
  for (const number of ["n", "survived", "truncated", "unjudged"] as const) answer[number] += row[number];
  answer.unjudgedWhy ??= row.unjudgedWhy;
  if (answer.by !== "source") for (const place of row.evidence) answer.evidence.push(place);
}
