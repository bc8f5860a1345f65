import { session } from "../../queries/session.js";
import { headOf } from "../cells.js";
import { localTime } from "../local-time.js";
import { folderVerb } from "../verb.js";

export const sessionVerbOne = folderVerb({
  name: "session",
  summary: "each session on one line: title, size, compactions, time",
  question: "What is a session at a glance: its title, its size, its compactions, its time?",
  example: "tidemark session ~/.claude/projects",
  keep: session,
  queryAll: (rows) => rows.flat(),
  columns: {
    session: (row) => row.sessionId?.slice(0, 8) ?? null,
    boundaries: "boundaries",
    prompts: "prompts",
    requests: "requests",
    context: "context",
    agents: (row) => row.subagents || null,
    last: (row) => (row.lastAt === null ? null : localTime(row.lastAt).slice(0, 16)),
    title: (row) => (row.title === null ? null : headOf(row.title)),
    home: "home",
  },
  none: "no session",
});
