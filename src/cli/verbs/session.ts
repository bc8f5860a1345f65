import type { StoredAnswers } from "../../node/stored-queries.js";
import { sessionColumns } from "../../show/columns/session.js";
import { placedAnswers } from "../placed-answers.js";
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
    const all = await placedAnswers<Pick<StoredAnswers, "session">>(sessions.recall(), (file, { session }) => ({
      session: session.map((row) => placedIn(file, row)),
    }));
    return all.flatMap(({ session }) => session).sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0));
  },
  columns: sessionColumns,
  none: "no session",
});
