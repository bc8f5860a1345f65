import { narrowed } from "../timeline/narrow.js";
import type { Timeline } from "../timeline/timeline.js";
import { answeredCalls } from "./handover/calls.js";
import { fileFindings } from "./handover/files.js";
import { type Finding, type Speaker, type Topic, topics } from "./handover/finding.js";
import { learnedFindings } from "./handover/learned.js";
import { planFindings } from "./handover/plan.js";
import { progressFindings } from "./handover/progress.js";
import { questionFindings } from "./handover/questions.js";
import { quote } from "./handover/quote.js";
import { referenceFindings } from "./handover/references.js";
import { saidIn } from "./handover/said.js";
import { todoFindings } from "./handover/todos.js";
import { type HandoverOptions, handoverWindow } from "./handover/window.js";
import { wordingFindings } from "./handover/wording-findings.js";
import { type Row, rowOf } from "./row.js";

/** One line of a hand-over note. */
export interface HandoverRow extends Row {
  /** What the line is about: its section of the note. */
  topic: Topic;
  /** A quote of at most 240 characters: it stands word for word on its line, white space folded and secrets replaced. */
  text: string;
  /** Who said or did it: a summary speaks for both. */
  who: Speaker;
  /** True for a decision that a later one of the window took the place of. */
  superseded: boolean;
  /** Line of the record that it quotes. */
  line: number;
}

/**
 * Makes the material of a hand-over note from what the main conversation holds since the last boundary, or up to the one
 * given: what is in progress and the next step, what is waited for, decisions, promises, open questions, to-dos, what
 * was learned, references and files. No model is asked; the most needed rows come first.
 *
 * No row holds a value that `findSecrets` finds. Throws a `TranscriptError` for a boundary that does not exist.
 *
 * Known gaps: of what was done on a branch that a rewind left, nothing is told, though its files may still be as it left
 * them; wording is told in English only; a promise that was kept later is still listed; "the same thing" of two
 * decisions is told by a word they share. Of a long to-do list the kept head shows the first items (`payload: "full"`
 * shows all), and tasks made before the window, or shown by a reminder only, are not seen.
 *
 * @example
 * handover(timeline).map((row) => [row.topic, row.text]); // => [["next-step", "Done."]]
 */
export function handover(timeline: Timeline, options: HandoverOptions = {}): HandoverRow[] {
  const { boundary, summary, kept, rest } = handoverWindow(timeline, options);
  const events = [...[boundary, summary].filter((one) => one !== null), ...kept, ...rest];
  const inside = new Set(events);
  // The note knows of nothing that comes after it.
  const view = { ...narrowed(timeline, (event) => inside.has(event)), whole: null };
  const said = saidIn(events);
  const answered = answeredCalls(events);
  const found = [
    ...progressFindings(view, said),
    ...questionFindings(said, events),
    ...wordingFindings(said),
    ...todoFindings(events),
    ...planFindings(events),
    ...learnedFindings(answered),
    ...referenceFindings(said),
    ...fileFindings(answered),
  ];
  const rows = new Map<string, HandoverRow>();
  for (const topic of topics)
    for (const one of found)
      if (one.topic === topic) {
        const row = rowOfFinding(timeline, one);
        if (row.text !== "") rows.set(`${topic}\n${row.text}`, row);
      }
  return [...rows.values()];
}

function rowOfFinding(timeline: Timeline, { topic, text, who, superseded, judgement, proof }: Finding): HandoverRow {
  const [first, ...more] = proof;
  return {
    topic,
    text: quote(text),
    who,
    superseded: superseded ?? false,
    line: first.place.line,
    ...rowOf(timeline, first, judgement, ...more),
  };
}
