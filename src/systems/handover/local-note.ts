import type { Topic } from "../../queries/handover/finding.js";
import { topics } from "../../queries/handover/finding.js";
import type { HandoverRow } from "../../queries/handover.js";
import { type NoteLine, type NoteSection, type Sign, signed } from "./note.js";

/** What the sections of a note are called. */
export const titles: Readonly<Record<Topic, string>> = {
  "next-step": "Next step",
  "in-progress": "In progress",
  "waiting-user": "Waiting on the user",
  "waiting-other": "Waiting on others",
  question: "Unanswered questions",
  decision: "Decisions",
  promise: "Promises",
  "open-thread": "Open threads",
  todo: "Open to-dos",
  plan: "Plan",
  learned: "Learned the hard way",
  reference: "Issues and merge requests",
  file: "Files written",
};

/** Of a longer section the latest lines are taken. */
const mostLines = 100;

/** Makes the sections of a note from the rows of `handover`, without a model. */
export function localSections(rows: readonly HandoverRow[]): NoteSection[] {
  const sections: NoteSection[] = [];
  for (const topic of topics) {
    const lines = rows.filter((row) => row.topic === topic).map(lineOf);
    if (lines.length === 0) continue;
    const left = lines.length - mostLines;
    const title = left > 0 ? `${titles[topic]} (the latest ${mostLines} of ${lines.length})` : titles[topic];
    sections.push({ title, lines: latest(lines, mostLines) });
  }
  return sections;
}

const lineOf = (row: HandoverRow): NoteLine => ({ text: signed(row.text, signsOf(row)), line: row.line });

function signsOf({ topic, who, superseded, grade, evidence: [first, second] }: HandoverRow): Sign[] {
  const signs: Sign[] = superseded ? ["superseded:"] : [];
  if (grade === "inferred") signs.push("~");
  if (who !== "model") signs.push(`${who}:`);
  // Of an error the result is the first proof, of what worked later the call.
  if (topic === "learned" && grade === "derived" && first !== undefined && second !== undefined)
    signs.push(first.line > second.line ? "error:" : "worked:");
  return signs;
}

/** So many of the lines, those from the latest lines of the transcript, in the order they have. */
export function latest(lines: readonly NoteLine[], most: number): NoteLine[] {
  if (lines.length <= most) return [...lines];
  const chosen = new Set([...lines].sort((a, b) => b.line - a.line).slice(0, most));
  return lines.filter((line) => chosen.has(line));
}
