import type { HookRow } from "../../queries/hooks.js";
import { charsShown, graded, lineOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";
import type { Cell } from "../table.js";

export const hooksColumns: ColumnsOf<HookRow> = {
  event: "event",
  matcher: "matcher",
  ran: (row) => (row.ran === null ? null : graded(row.ran ? "yes" : "no", row.grade)),
  exit: "exitCode",
  delivered: deliveredShown,
  "#": "boundary",
  owner: (row) => (row.ownerLine === null ? row.ownerRule : String(row.ownerLine)),
  chain: sideChain,
  line: (row) => lineOf(row.line),
  command: "command",
};

function deliveredShown({ deliveredChars: chars, writtenChars, truncated }: HookRow): Cell {
  return truncated ? charsShown({ chars, sourceChars: writtenChars }) : chars;
}
