import { session } from "../../queries/session.js";
import { sessionColumns } from "../../show/columns/session.js";
import { verbOf } from "../verb.js";

export const sessionVerb = verbOf({
  name: "session",
  question: "What is a session at a glance: its title, its size, its compactions, its time?",
  example: "tidemark session ~/.claude/projects",
  next: ["tidemark report 3f0c8a52", "the session whose id begins so"],
  withoutPath: "all sessions",
  query: session,
  stored: ["session"],
  merge: (answer, rows) => void answer.push(...rows),
  columns: sessionColumns,
  none: "no session",
});
