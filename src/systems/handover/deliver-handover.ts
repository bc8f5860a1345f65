import { existsSync } from "node:fs";
import { sessionEnd } from "../../node/session-end.js";
import { newestRules } from "../../queries/rule-sets.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { awaitedSubagent, compactionsIn, freshCompactions } from "../newest-compaction.js";
import { type HandoverSession, isAgents } from "./handover-session.js";
import { latest } from "./local-note.js";
import { harmless, type Note, type NoteSection, opening, section } from "./note.js";
import { type NoteFiles, noteFiles, readNote } from "./note-files.js";

/** What `deliverHandover` delivers. */
export interface DeliverHandoverOptions {
  /** Where notes are kept; default: `handovers` in Claude Code's folder. */
  folder?: string;
  /** Longest text, in UTF-16 units; default: what the newest documentation lets a hook deliver. */
  maxChars?: number;
  /** Where the boundaries of large transcripts are kept, as for `sessionEnd`; default true. */
  cache?: boolean | string;
}

/** What a session gets back of its hand-over. */
export interface DeliveredHandover {
  /** What to put before the model; empty where a subagent was compacted. */
  text: string;
  /** Why it is not the whole answer, in one sentence; null where it is. */
  problem: string | null;
}

const mostBytes = 4 * 1024 * 1024;

/**
 * Gives the note that was written before the compaction that just happened, cut to what a hook may deliver: of each section
 * the latest lines, the most needed sections first, and where the rest is.
 *
 * A note that is older than the last compaction says so. Without a note the text says where to look. Nothing is given to a
 * subagent: one is compacted where the hook or the transcript's name says so, or where the main conversation waits for one and
 * has no new compaction. Throws a `TranscriptError` for a session id that can't be a file's name.
 *
 * Known gaps: a subagent in the background gets the note of the main conversation, which says whose it is.
 *
 * @example
 * const { problem } = await deliverHandover({ sessionId: "5e55", transcriptPath: path }, { folder: "/none" });
 * problem; // => "No hand-over note was written for session 5e55."
 */
export async function deliverHandover(
  session: HandoverSession,
  options: DeliverHandoverOptions = {},
): Promise<DeliveredHandover> {
  const { folder, maxChars = newestRules.value.hookChars, cache = true } = options;
  const files = noteFiles(session.sessionId, folder);
  const now = isAgents(session) ? "subagent" : await stateOf(session.transcriptPath, cache);
  if (now === "subagent")
    return { text: "", problem: "A subagent was compacted: the note is for the main conversation." };
  const chosen = choose(files, now);
  if (chosen === null) {
    const problem = `No hand-over note was written for session ${session.sessionId}.`;
    return {
      text: `tidemark: ${problem} The conversation before the compaction is in ${harmless(session.transcriptPath ?? "no file that the hook named")}\n`,
      problem,
    };
  }
  const doubt = doubtAbout(chosen.note, now);
  return { text: fitted(chosen, files, doubt === null ? [] : [doubt], maxChars), problem: doubt };
}

/** Compactions of the main conversation, and how many of them just happened; or why that can't be told. */
type State = { compactions: number; fresh: number } | { unreadable: string };

async function stateOf(path: string | null, cache: boolean | string): Promise<State | "subagent"> {
  if (path === null) return { unreadable: "The hook named no transcript." };
  try {
    const { timeline, earlier } = await sessionEnd(path, { maxBytes: mostBytes, cache });
    const fresh = freshCompactions(timeline);
    if (fresh === 0 && awaitedSubagent(timeline) !== null) return "subagent";
    return { compactions: earlier + compactionsIn(timeline), fresh };
  } catch (error) {
    if (TranscriptError.isInstance(error)) return { unreadable: error.message };
    throw error;
  }
}

interface Chosen {
  path: string;
  note: Note;
}

/** The note of this compaction that knows most of the transcript, else the latest. */
function choose(files: NoteFiles, now: State): Chosen | null {
  const there = [files.note, files.agentNote].flatMap((path): Chosen[] => {
    const note = readNote(path);
    return note === null ? [] : [{ path, note }];
  });
  const byLine = there.filter(({ note }) => missed(note, now) === 0);
  if (byLine.length > 0) return latestOf(byLine, (note) => note.head.lastLine ?? 0);
  return latestOf(there, (note) => note.head.writtenAt);
}

const latestOf = (notes: Chosen[], by: (note: Note) => number): Chosen | null =>
  notes.reduce<Chosen | null>((best, one) => (best === null || by(one.note) > by(best.note) ? one : best), null);

/** Compactions between a note and the one that just happened; null where that can't be told. */
function missed({ head }: Note, now: State): number | null {
  if ("unreadable" in now || head.compactions === null) return null;
  // The compaction that just happened may not be in the file yet.
  return Math.max(0, now.compactions - head.compactions - now.fresh);
}

function doubtAbout(note: Note, now: State): string | null {
  const between = missed(note, now);
  if (between === 0 || note.head.lastLine === null) return null;
  if (between !== null)
    return `OUT OF DATE: ${between} compaction${between === 1 ? "" : "s"} happened since this note, for which none was written.`;
  return `Whether this note is of the last compaction can't be told. ${"unreadable" in now ? harmless(now.unreadable) : ""}`.trim();
}

/** The note with as many lines as there is room for. */
function fitted({ path, note }: Chosen, files: NoteFiles, doubts: readonly string[], maxChars: number): string {
  const head = [
    ...opening(note),
    ...doubts,
    "It is of the main conversation; a subagent that reads this has its own task.",
  ];
  const tail = existsSync(files.tail) ? `; the end of the conversation word for word: ${files.tail}` : "";
  const where = `The whole note: ${path}${tail}; line numbers are those of the transcript.`;
  const text = (taken: readonly number[]) => {
    const shown = note.sections.map(({ title, lines }, at) => ({ title, lines: latest(lines, taken[at] ?? 0) }));
    return `${[...head, ...shown.flatMap(shownSection), "", leftOut(note.sections, taken), where].filter((line) => line !== null).join("\n")}\n`;
  };
  return text(shares(note.sections, (taken) => text(taken).length <= maxChars)).slice(0, maxChars);
}

const shownSection = ({ title, lines }: NoteSection): string[] =>
  lines.length === 0 ? [] : ["", ...section(title, lines)];

function leftOut(sections: readonly NoteSection[], taken: readonly number[]): string | null {
  const left = sections.flatMap(({ title, lines }, at) => {
    const count = lines.length - (taken[at] ?? 0);
    return count === 0 ? [] : [`${title} ${count}`];
  });
  return left.length === 0 ? null : `Lines left out for room: ${left.join(", ")}.`;
}

/** So many lines of each section come before the others of any. */
const firstLines = 5;

/** How many lines of each section fit, the most needed sections first. */
function shares(sections: readonly NoteSection[], fits: (taken: readonly number[]) => boolean): number[] {
  const taken = sections.map(() => 0);
  for (const most of [firstLines, Number.POSITIVE_INFINITY])
    sections.forEach(({ lines }, at) => {
      for (let next = (taken[at] ?? 0) + 1; next <= Math.min(most, lines.length); next++) {
        if (!fits(taken.with(at, next))) return;
        taken[at] = next;
      }
    });
  return taken;
}
