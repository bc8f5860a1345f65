import type { SessionTrials, SurvivalRow } from "../../queries/survival.js";
import { survivalColumns } from "../../show/columns/survival.js";
import { placedAnswers } from "../placed-answers.js";
import { placeIn } from "../rows-of.js";
import { verbOf } from "../verb.js";

export const survivalVerb = verbOf<SurvivalRow>({
  name: "survival",
  question:
    "How often did files, instructions, skills, hooks and listings survive a compaction, and what does it depend on?",
  example: "tidemark survival ~/.claude/projects",
  next: ["tidemark claims", "what the documentation says of it, tested"],
  withoutPath: "all sessions",
  async total(sessions) {
    const { sessionTrials, survivalOf } = await import("../../queries/survival.js");
    return survivalOf(await placedAnswers(sessions.ask(sessionTrials), placedIn));
  },
  columns: survivalColumns,
  none: "nothing met a compaction",
});

const placedIn = (file: string, { sessionId, boundaries }: SessionTrials): SessionTrials => ({
  sessionId,
  boundaries: boundaries.map((one) => ({ ...one, boundary: placeIn(file, one.boundary) })),
});
