import { plainText } from "../../show/plain-text.js";
import { redactText } from "../../timeline/secrets.js";

/** Stands before a line of which nothing but the wording told what it is. */
export const byWording = "~";

/** Stands before a line of a summariser that shares no telling word with the line of the transcript that it names. */
export const unproven = "?";

/** Who writes a note where no summariser does. */
export const localPass = "the local pass (no model)";

/** What a note is of and who wrote it: the first line of its file, for programs. */
export interface NoteHead {
  sessionId: string;
  /** Epoch milliseconds. */
  writtenAt: number;
  /** `the local pass (no model)`, or the command of the summariser. */
  writtenBy: string;
  /** Path of the transcript, secrets replaced. */
  transcript: string;
  /** Compactions of the main conversation that were in the transcript when the note was written; null where it could not be read. */
  compactions: number | null;
  /** Line of the compaction since which it is; null where it is of the whole transcript. */
  since: number | null;
  /** Last line of the transcript that was read; null where none was. */
  lastLine: number | null;
}

/** One line of a note; every one names the line of the transcript that it is taken from. */
export interface NoteLine {
  text: string;
  line: number;
}

export interface NoteSection {
  title: string;
  lines: NoteLine[];
}

/** A hand-over note. */
export interface Note {
  head: NoteHead;
  /** What is to be known of the note as a whole, a sentence each. */
  remarks: string[];
  /** In the order of need. */
  sections: NoteSection[];
}

const mark = "<!-- tidemark hand-over ";
const markEnd = " -->";

/** True for the opening of a file that this program wrote. */
export const isMarked = (text: string): boolean => text.startsWith(mark);

/** The first line of a file that belongs to a note. */
export const markOf = (head: NoteHead): string => `${mark}${JSON.stringify(head).replace(/[<>&]/g, escaped)}${markEnd}`;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Any text as one line of a note: no control sequence, no secret, no HTML tag. */
export const harmless = (text: string): string => redactText(plainText(text)).replace(/<(?=[A-Za-z/!?])/g, "\\<");

/** What can stand before a line: that a later one replaced it, that its wording alone told it, who said it, what it is. */
export type Sign = (typeof signs)[number];
const signs = [unproven, "superseded:", byWording, "user:", "summary:", "error:", "worked:"] as const;

export const signed = (text: string, before: readonly Sign[]): string => [...before, harmless(text)].join(" ");

export const isStanding = ({ text }: NoteLine): boolean => !/^(?:\? )?superseded:/.test(text);

/** What a line of a note says, without the signs before it. */
export function said(text: string): string {
  let rest = text;
  for (const sign of signs) if (rest.startsWith(`${sign} `)) rest = rest.slice(sign.length + 1);
  return rest.replace(/\\</g, "<");
}

/** Writes a note as Markdown. */
export const toMarkdown = (note: Note): string =>
  [markOf(note.head), ...opening(note), ...note.sections.flatMap(({ title, lines }) => ["", ...section(title, lines)])]
    .map((line) => `${line}\n`)
    .join("");

/** The lines before the first section. */
export const opening = ({ head, remarks }: Note): string[] => [
  `# Hand-over of session ${head.sessionId}`,
  "",
  writtenLine(head),
  ...remarks,
];

function writtenLine({ writtenAt, writtenBy, transcript, since, lastLine }: NoteHead): string {
  const span =
    lastLine === null
      ? ""
      : ` from ${since === null ? "the start" : `the compaction on line ${since}`} up to line ${lastLine}`;
  return `Written ${new Date(writtenAt).toISOString()} by ${writtenBy}${span}${transcript === "" ? "" : ` of ${harmless(transcript)}`}`;
}

/** The lines of one section. */
export const section = (title: string, lines: readonly NoteLine[]): string[] => [
  `## ${title}`,
  "",
  ...lines.map(({ text, line }) => `- ${text} (line ${line})`),
];

/** Reads a note that `toMarkdown` wrote; null where the text is none. */
export function noteOf(markdown: string): Note | null {
  const [first = "", ...rest] = markdown.split("\n");
  const head = headOf(first);
  if (head === null) return null;
  const note: Note = { head, remarks: [], sections: [] };
  for (const row of rest.slice(opening(note).length)) {
    const title = /^## (.+)$/.exec(row)?.[1];
    const [, text, line] = /^- (.*) \(line (\d+)\)$/.exec(row) ?? [];
    const last = note.sections.at(-1);
    if (title !== undefined) note.sections.push({ title, lines: [] });
    else if (last === undefined && row !== "") note.remarks.push(row);
    else if (text !== undefined) last?.lines.push({ text, line: Number(line) });
  }
  return note;
}

/** What the first line of a file says; null where this program did not write it. */
export function headOf(line: string): NoteHead | null {
  if (!isMarked(line) || !line.endsWith(markEnd)) return null;
  try {
    const head = JSON.parse(line.slice(mark.length, -markEnd.length)) as NoteHead;
    const { sessionId, writtenAt, transcript } = head;
    return [sessionId, transcript].every((one) => typeof one === "string") && isTime(writtenAt) ? head : null;
  } catch {
    return null;
  }
}

const isTime = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= 8.64e15;
