import type { SkillRow } from "../../queries/skills.js";
import { charsShown, lineOf, reasonShown, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const skillsColumns: ColumnsOf<SkillRow> = {
  name: "name",
  fate: "fate",
  "#": "boundary",
  reason: reasonShown,
  chars: (row) => charsShown({ chars: row.keptChars ?? row.bodyChars, sourceChars: row.bodyChars }),
  by: "invokedBy",
  stub: (row) => (row.stub ? true : null),
  run: "run",
  chain: sideChain,
  line: (row) => lineOf(row.line),
  args: "args",
};
