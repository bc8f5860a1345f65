import type { DriftRow } from "../../queries/drift.js";
import type { ColumnsOf } from "../column.js";

export const driftColumns: ColumnsOf<DriftRow> = {
  kind: "kind",
  field: "field",
  verdict: "verdict",
  count: "count",
  first: "firstVersion",
  last: "lastVersion",
};
