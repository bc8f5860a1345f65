import type { BoundaryRow } from "../../queries/boundaries.js";

/**
 * Names the anchor of each boundary: `b1` in the main conversation, `m1` of a microcompaction, `c2-b1` in the second of
 * the other chains, whose ids can hold anything.
 */
export function boundaryKeys(rows: readonly BoundaryRow[]): (row: BoundaryRow) => string {
  const chains = [...new Set(rows.map(({ chain }) => chain))].filter((chain) => chain !== "main");
  return ({ chain, kind, boundary }) =>
    `${chain === "main" ? "" : `c${chains.indexOf(chain) + 1}-`}${kind === "compact" ? "b" : "m"}${boundary}`;
}
