import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { noteOf } from "../../../src/systems/handover/note.js";
import {
  type DeliveredHandover,
  deliverHandover,
  type HandoverNote,
  type HandoverSession,
  type WriteHandoverOptions,
  type WrittenHandover,
  writeHandover,
} from "../../../src/systems.js";
import { transcript } from "../../../src/testing.js";
import { put, temporaryFolder } from "../../node/temporary-folder.js";

/** A conversation to begin with, and one with a decision and a promise in it. */
export const start = () => transcript({ cliVersion: "2.1.285", ambient: false });
export const talk = () =>
  start().prompt("Decided: the colour is blue.").reply("I will check the page after the merge.");

/** A session with its transcript and its notes, in a folder of its own. */
export interface InFolder {
  folder: string;
  notes: string;
  session: HandoverSession & { transcriptPath: string };
  write: (options?: WriteHandoverOptions) => Promise<WrittenHandover>;
  deliver: (maxChars?: number) => Promise<DeliveredHandover>;
  /** Puts another text in place of the transcript's. */
  says: (text: string | Uint8Array) => void;
  /** The note that lies there; throws where there is none. */
  note: () => HandoverNote;
  text: () => string;
  /** All files of the notes' folder: names and contents. */
  all: () => string;
}

export function inFolder(transcript: string | Uint8Array | null, id = "5e55"): InFolder {
  const folder = temporaryFolder();
  const notes = join(folder, "notes");
  const transcriptPath = join(folder, `${id}.jsonl`);
  const says = (text: string | Uint8Array) => put(transcriptPath, text);
  if (transcript !== null) says(transcript);
  const session = { sessionId: id, transcriptPath };
  const text = () => readFileSync(join(notes, `${id}.md`), "utf8");
  return {
    folder,
    notes,
    session,
    says,
    text,
    write: (options) => writeHandover(session, { folder: notes, cache: false, ...options }),
    deliver: (maxChars) =>
      deliverHandover(session, { folder: notes, cache: false, ...(maxChars !== undefined && { maxChars }) }),
    note: () => noteOf(text()) as HandoverNote,
    all: () =>
      readdirSync(notes)
        .map((name) => `${name}\n${readFileSync(join(notes, name), "utf8")}`)
        .join("\n"),
  };
}

/** Lines of a section as they stand in the note; none where it has no such section. */
export const linesOf = (note: HandoverNote, title: string): [text: string, line: number][] =>
  (note.sections.find((section) => section.title === title)?.lines ?? []).map(({ text, line }) => [text, line]);

/** Every line of the transcript that the note names. */
export const namedLines = (note: HandoverNote): number[] =>
  note.sections.flatMap(({ lines }) => lines.map(({ line }) => line));
