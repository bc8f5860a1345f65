import type { ContextRow } from "../../queries/context.js";
import { lineOf, sourceShown } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const contextColumns: ColumnsOf<ContextRow> = {
  position: "position",
  kind: "kind",
  name: "name",
  source: sourceShown,
  chars: "chars",
  line: (row) => lineOf(row.line),
};
