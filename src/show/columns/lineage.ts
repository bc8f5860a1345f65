import type { LineageRow } from "../../queries/lineage.js";
import type { ColumnsOf } from "../column.js";

export const lineageColumns: ColumnsOf<LineageRow> = {
  session: (row) => row.sessionId?.slice(0, 8) ?? null,
  continues: (row) => row.continues?.slice(0, 8) ?? null,
  copied: "copied",
  later: "onlyLater",
  earlier: "onlyEarlier",
  "parts at": "evidence",
  at: "at",
};
