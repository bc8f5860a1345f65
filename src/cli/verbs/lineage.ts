import { type LineageRow, type LineageSession, lineage } from "../../queries/lineage.js";
import { lineageColumns } from "../../show/columns/lineage.js";
import type { Timeline } from "../../timeline/timeline.js";
import { verbOf } from "../verb.js";

export const lineageVerb = verbOf<LineageRow>({
  name: "lineage",
  question: "Which sessions continue which, and after which line do their histories part?",
  example: "tidemark lineage ~/.claude/projects",
  next: ["tidemark branches session.jsonl", "where a person went back within one"],
  withoutPath: "all sessions",
  async total(sessions) {
    const all: LineageSession[] = [];
    for await (const { answer } of sessions.ask(idsAndPlaces)) all.push(answer);
    return lineage(all);
  },
  columns: lineageColumns,
  none: "no session continues another one here",
});

/** The timeline without its texts: those of a whole folder would not fit into memory. */
const idsAndPlaces = ({ sessionId, forkedFrom, events }: Timeline, file: string): LineageSession => ({
  sessionId,
  forkedFrom,
  events: events.map(({ at, place }) => ({ at, place: { ...place, file: place.file ?? file } })),
});
