import type { SessionRow } from "../../queries/session.js";
import { sessionColumns } from "../../show/columns/session.js";
import { placedIn } from "../rows-of.js";
import { verbOf } from "../verb.js";

export const sessionVerb = verbOf({
  name: "session",
  question: "What is a session at a glance: its title, its size, its compactions, its time?",
  example: "tidemark session ~/.claude/projects",
  next: ["tidemark report 3f0c8a52", "the session whose id begins so"],
  withoutPath: "all sessions",
  also: "The session that was written last stands at the end.",
  stored: ["session"],
  async total(sessions) {
    const all: { file: string; answer: { session: SessionRow[] } }[] = [];
    for await (const one of sessions.recall()) all.push(one);
    return all
      .flatMap(({ file, answer }) => answer.session.map((row) => (all.length === 1 ? row : placedIn(file, row))))
      .sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0));
  },
  columns: sessionColumns,
  none: "no session",
});
