import { existsSync, statSync } from "node:fs";
import { openTimeline } from "../node/open-timeline.js";
import { sessionEnd } from "../node/session-end.js";
import { handoverWindow } from "../queries/handover/window.js";
import { TranscriptError } from "../read/transcript-error.js";
import { graded } from "../show/cells.js";
import { plural } from "../show/count.js";
import { localTime } from "../show/local-time.js";
import { plainText } from "../show/plain-text.js";
import { table } from "../show/table.js";
import { type HandoverCheckRow, handoverCheck } from "../systems/handover/check-handover.js";
import { localPass, type Note, toMarkdown } from "../systems/handover/note.js";
import { handoverFolder, notesIn } from "../systems/handover/note-files.js";
import { localNote } from "../systems/handover/write-handover.js";
import { harmlessJson } from "./print-json.js";
import type { Terminal } from "./terminal.js";

interface Asked {
  what: string | undefined;
  folder: string | undefined;
  json: boolean;
}

/** Prints one note, or the list of them. */
export async function showHandover(terminal: Terminal, { what, folder, json }: Asked): Promise<void> {
  if (what === undefined) {
    const found = notesIn(handoverFolder(folder)).map(({ path, note: { head } }) => ({ ...head, path }));
    terminal.stdout.write(json ? jsonOf(found) : listed(found, folder, terminal.columns ?? 80));
    return;
  }
  const note = isFile(what) ? await noteNow(what) : stored(what, folder).note;
  terminal.stdout.write(json ? jsonOf(note) : shown(note));
}

/** Prints what a compaction kept of a note. */
export async function printHandoverCheck(
  terminal: Terminal,
  { what, folder, json, before }: Asked & { what: string; before: number | undefined },
): Promise<void> {
  const rows = isFile(what)
    ? handoverCheck(
        await openTimeline(what, { subagents: false, payload: "full" }),
        before === undefined ? {} : { before },
      )
    : await checkStored(what, folder);
  terminal.stdout.write(json ? jsonOf(rows) : checked(rows, terminal.columns ?? 80));
}

async function checkStored(what: string, folder: string | undefined): Promise<HandoverCheckRow[]> {
  const { note } = stored(what, folder);
  return handoverCheck(await openTimeline(note.head.transcript, { subagents: false }), { note });
}

const jsonOf = (value: unknown): string => `${harmlessJson(JSON.stringify(value))}\n`;

const isFile = (what: string): boolean => /[\\/]|\.jsonl$/.test(what) || (existsSync(what) && statSync(what).isFile());

/** A file says what was found in it; it gets no note beside it. */
async function noteNow(path: string): Promise<Note> {
  const end = await sessionEnd(path, { payload: "full" });
  const sessionId = end.timeline.sessionId ?? "of no id";
  return localNote({ sessionId, transcriptPath: path }, end, handoverWindow(end.timeline), Date.now());
}

function stored(what: string, folder: string | undefined): { path: string; note: Note } {
  const place = handoverFolder(folder);
  const found = notesIn(place).filter(({ note }) => note.head.sessionId.startsWith(what));
  const [first] = found;
  const sessions = new Set(found.map(({ note }) => note.head.sessionId));
  if (first !== undefined && sessions.size === 1) return first;
  throw new TranscriptError(
    "wrong-option",
    first === undefined
      ? `${place} has no note of session ${what}; tidemark handover show lists those that are there, and a transcript can be named in its place`
      : `${sessions.size} sessions begin with ${what}; give more of the id`,
  );
}

/** Without the line that is for programs, and without what could steer a terminal: the file may have been changed. */
const shown = (note: Note): string => toMarkdown(note).split("\n").slice(1).map(plainText).join("\n");

type Listed = Note["head"] & { path: string };

function listed(notes: Listed[], folder: string | undefined, width: number): string {
  if (notes.length === 0)
    return `no note in ${plainText(handoverFolder(folder))}; tidemark setup handover shows the settings that let Claude Code write them\n`;
  const lines = table(
    {
      session: notes.map(({ sessionId }) => sessionId.slice(0, 8)),
      written: notes.map(({ writtenAt }) => localTime(writtenAt)),
      "up to line": notes.map(({ lastLine }) => (lastLine === null ? null : String(lastLine))),
      by: notes.map(({ writtenBy }) => (writtenBy === localPass ? "local pass" : writtenBy)),
      transcript: notes.map(({ transcript }) => transcript),
    },
    width,
  );
  return `${lines.join("\n")}\n`;
}

function checked(rows: HandoverCheckRow[], width: number): string {
  const [first] = rows;
  if (first === undefined) return "no line of a note to compare, or no compaction to compare it with\n";
  if (first.boundary === null) return "no compaction follows the note yet\n";
  const lines = table(
    {
      fate: rows.map(({ fate, grade }) => graded(fate, grade)),
      section: rows.map(({ section }) => section),
      line: rows.map(({ line }) => String(line)),
      text: rows.map(({ text }) => text),
    },
    width,
  );
  const lost = rows.filter(({ fate }) => fate === "lost").length;
  return `${lines.join("\n")}\n\nCompaction ${first.boundary}: ${lost} of ${plural(rows.length, "line")} lost. ? is told by words alone.\n`;
}
