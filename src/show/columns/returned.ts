import type { ReturnedRow } from "../../queries/returned.js";
import { charsShown, sideChain, sourceShown } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const returnedColumns: ColumnsOf<ReturnedRow> = {
  "#": "boundary",
  chain: sideChain,
  item: "item",
  name: "name",
  source: sourceShown,
  chars: charsShown,
  relation: "relation",
  line: "evidence",
};
