import { folded } from "../../queries/handover/quote.js";
import { handover } from "../../queries/handover.js";
import { derived, inferred, type Judgement, observed, type Row, unknown } from "../../queries/row.js";
import type { Place } from "../../read/place.js";
import { plainText } from "../../show/plain-text.js";
import { type Cluster, clusters } from "../../timeline/clusters.js";
import { redactText } from "../../timeline/secrets.js";
import type { Timeline } from "../../timeline/timeline.js";
import { localSections } from "./local-note.js";
import { isStanding, type Note, type NoteLine, type NoteSection, said } from "./note.js";
import { tellingWords } from "./telling-words.js";

/** What `handoverCheck` checks. */
export interface HandoverCheckOptions {
  /** Ordinal of the compaction of the main conversation before which the note would have been written; default: the last. */
  before?: number;
  /** A note that was written; it is held against the compaction that followed it. Default: the note of the local pass. */
  note?: Note;
}

/** What became of one line of a hand-over note. */
export interface HandoverCheckRow extends Row {
  /** Ordinal of the compaction; null where none followed the note. */
  boundary: number | null;
  /** Section of the note, such as `Decisions`. */
  section: string;
  text: string;
  /** Line of the transcript that the note names. */
  line: number;
  /** `word-for-word` in the summary; its message was kept as it is; the summary has most of its telling words, or the name of its file; or it is lost. */
  fate: "word-for-word" | "kept-message" | "in-other-words" | "lost" | "unknown";
}

/**
 * Compares a hand-over note with what the next compaction kept of it: a row for each line of the note, superseded decisions aside.
 *
 * Throws a `TranscriptError` for a `before` that the main conversation does not have. Known gaps: a line in other words is
 * told by its words alone, names and numbers among them, not by what it means.
 *
 * @example
 * handoverCheck(timeline).map((row) => [row.section, row.fate])[0]; // => ["Next step", "kept-message"]
 */
export function handoverCheck(timeline: Timeline, options: HandoverCheckOptions = {}): HandoverCheckRow[] {
  const cuts = clusters(timeline).filter(({ boundary }) => boundary.chain === "main");
  const cut = cutOf(cuts, options);
  const before = options.before ?? cut?.boundary.ordinal;
  const sections =
    options.note?.sections ?? (before === undefined ? [] : localSections(handover(timeline, { before })));
  const fateOf = fates(cut);
  return sections.flatMap(({ title, lines }: NoteSection) =>
    lines.filter(isStanding).map((one): HandoverCheckRow => {
      const { fate, judgement } = fateOf(one);
      const place = timeline.events.find((event) => event.chain === "main" && event.place.line === one.line)?.place;
      const evidence = [place, cut?.summary?.place, cut?.boundary.place].filter((at): at is Place => at !== undefined);
      return {
        sessionId: timeline.sessionId,
        at: cut?.boundary.at ?? null,
        grade: judgement.grade,
        evidence,
        why: judgement.why,
        boundary: cut?.boundary.ordinal ?? null,
        section: title,
        text: one.text,
        line: one.line,
        fate,
      };
    }),
  );
}

function cutOf(cuts: readonly Cluster[], { before, note }: HandoverCheckOptions): Cluster | undefined {
  if (before !== undefined) return cuts.find(({ boundary }) => boundary.ordinal === before);
  if (note === undefined) return cuts.at(-1);
  const { lastLine } = note.head;
  return lastLine === null ? undefined : cuts.find(({ boundary }) => boundary.place.line > lastLine);
}

interface Judged {
  fate: HandoverCheckRow["fate"];
  judgement: Judgement;
}

/** So much of the telling words of a line must stand in a summary that holds it in other words. */
const mostOfThem = 2 / 3;

function fates(cut: Cluster | undefined): (line: NoteLine) => Judged {
  if (cut === undefined)
    return () => ({ fate: "unknown", judgement: unknown("No compaction of the main conversation follows the note.") });
  const { kept, summary } = cut;
  const keptLines = new Set(kept.map(({ place }) => place.line));
  const text = summary === null ? null : folded(redactText(plainText(summary.text))).toLowerCase();
  const words = new Set(tellingWords(text ?? ""));
  return ({ text: told, line }) => {
    const own = said(told).toLowerCase();
    if (text !== null && standsIn(text, own)) return { fate: "word-for-word", judgement: observed };
    if (keptLines.has(line))
      return { fate: "kept-message", judgement: derived("The compaction kept the message of this line as it is.") };
    if (text === null)
      return { fate: "unknown", judgement: unknown("The compaction has no summary in the transcript.") };
    return /\s/.test(own) ? byWords(own, words) : byName(own, text);
  };
}

/** Of a sentence so many of its telling words have to be there. */
function byWords(own: string, words: ReadonlySet<string>): Judged {
  const telling = tellingWords(own);
  const there = telling.filter((word) => words.has(word)).length;
  const isThere = telling.length > 0 && there / telling.length >= mostOfThem;
  return {
    fate: isThere ? "in-other-words" : "lost",
    judgement: inferred(`The summary holds ${there} of the ${telling.length} words that tell something.`),
  };
}

/** A path or a reference is told by its last part: the folders before it are those of many others. */
function byName(own: string, text: string): Judged {
  const name = own.slice(own.lastIndexOf("/") + 1);
  return name !== "" && standsIn(text, name)
    ? { fate: "in-other-words", judgement: inferred(`The summary holds its last part, ${name}.`) }
    : { fate: "lost", judgement: derived("The summary holds neither it nor its last part.") };
}

/** True where a text holds another as whole words: `#11` does not stand in `#112`. */
function standsIn(text: string, part: string): boolean {
  const goesOn = (at: number): boolean => /[\p{L}\p{N}_]/u.test(text.charAt(at));
  if (part === "") return false;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const opensWord = /^[\p{L}\p{N}_]/u.test(part);
    const endsWord = /[\p{L}\p{N}_]$/u.test(part);
    if (!(opensWord && goesOn(at - 1)) && !(endsWord && goesOn(at + part.length))) return true;
  }
  return false;
}
