import { type ClaimRow, judgementOf } from "../queries/claims.js";

/** Adds the verdicts of one more session: the answer is then that of `claims` over all sessions together. */
export function mergeClaims(answer: ClaimRow[], rows: ClaimRow[]): void {
  const known = new Map(answer.map((row) => [row.id, row]));
  for (const row of rows) {
    const so = known.get(row.id);
    if (so === undefined) answer.push(row);
    else if (row.verdict !== "not decidable") add(so, row);
    if (so !== undefined) so.sessionId = null;
  }
}

function add(answer: ClaimRow, row: ClaimRow): void {
  // The lines that prove a failure stand alone; where there is none, those that speak for the claim.
  if (row.failed > 0 && answer.failed === 0) answer.evidence = row.evidence;
  else if (row.failed > 0 || answer.failed === 0) for (const place of row.evidence) answer.evidence.push(place);
  for (const number of ["held", "failed", "n", "unjudged"] as const) answer[number] += row[number];
  answer.verdict = answer.failed > 0 ? "failed" : answer.n > 0 ? "held" : "not exercised";
  Object.assign(answer, judgementOf(answer.n, answer.unjudged));
}
