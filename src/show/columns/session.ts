import type { SessionRow } from "../../queries/session.js";
import { headOf } from "../cells.js";
import type { ColumnsOf } from "../column.js";
import { localTime } from "../local-time.js";

export const sessionColumns: ColumnsOf<SessionRow> = {
  session: (row) => row.sessionId?.slice(0, 8) ?? null,
  "#": "boundaries",
  prompts: "prompts",
  requests: "requests",
  context: "context",
  last: (row) => (row.lastAt === null ? null : localTime(row.lastAt).slice(0, 16)),
  folder: (row) => (row.home === null ? null : (row.home.split(/[\\/]/).at(-1) ?? null)),
  title: (row) => (row.title === null ? null : headOf(row.title)),
};
