import { session } from "../../queries/session.js";
import { headOf } from "../cells.js";
import { localTime } from "../local-time.js";
import { verbOf } from "../verb.js";

export const sessionVerb = verbOf({
  name: "session",
  summary: "each session on one line: title, size, compactions, time",
  question: "What is a session at a glance: its title, its size, its compactions, its time?",
  example: "tidemark session ~/.claude/projects",
  query: session,
  stored: ["session"],
  merge: (answer, rows) => void answer.push(...rows),
  columns: {
    session: (row) => row.sessionId?.slice(0, 8) ?? null,
    "#": "boundaries",
    prompts: "prompts",
    requests: "requests",
    context: "context",
    last: (row) => (row.lastAt === null ? null : localTime(row.lastAt).slice(0, 16)),
    folder: (row) => (row.home === null ? null : (row.home.split(/[\\/]/).at(-1) ?? null)),
    title: (row) => (row.title === null ? null : headOf(row.title)),
  },
  none: "no session",
});
