import type { ClaimRow } from "../../queries/claims.js";
import type { ColumnsOf } from "../column.js";
import { count } from "../count.js";

export const claimsColumns: ColumnsOf<ClaimRow> = {
  verdict: "verdict",
  held: ({ held, n }) => (n === 0 ? null : `${count(held)}/${count(n)}`),
  unjudged: (row) => row.unjudged || null,
  claim: "claim",
  source: "source",
  date: "date",
};
