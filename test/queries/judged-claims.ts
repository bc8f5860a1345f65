import { readTimeline } from "../../src/index.js";
import { type ClaimRow, claims } from "../../src/queries/claims.js";
import type { Transcript } from "../../src/testing.js";

/** Verdict and counts of one claim: `held 6 of 8` means that two cases failed. */
export const counted = ({ verdict, held, n }: ClaimRow) => `${verdict}: ${held} of ${n}`;
export const claimOf = (rows: ClaimRow[], id: string): ClaimRow => {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`No claim is called ${id}.`);
  return row;
};
/** Judges some claims on a session. */
export async function judge(session: Transcript, ...ids: string[]): Promise<string[]> {
  const timeline = await readTimeline(session.toString());
  const rows = claims(timeline);
  return ids.map((id) => counted(claimOf(rows, id)));
}
