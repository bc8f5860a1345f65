import type { MessagesWanted } from "../node/message-reader.js";
import type { StoredAnswers, StoredQuery } from "../node/stored-queries.js";
import type { MessageTokens } from "../queries/message-tokens.js";
import type { Row } from "../queries/row.js";
import type { ColumnsOf } from "../show/column.js";
import type { Timeline } from "../timeline/timeline.js";
import type { Options } from "./option.js";
import type { Paint } from "./paint.js";

/** One verb of the command line: its help, what the command line gives to it, and what is asked. */
export type Verb<R extends Row = Row, Given = object> = Asking<R, Given> & {
  name: string;
  /** The question that it answers, in one sentence, and a use of it: for its own help. */
  question: string;
  example: string;
  /** A question that follows from the answer: the call, and what it tells. */
  next?: readonly [call: string, what: string];
  /** What else it does, as lines for its own help. */
  also?: string;
  /** What may have been meant, where its use is wrong. */
  hint?: string;
  options?: Options<Given>;
  /** Words after the first path that need not be paths. */
  words?: Words<Given>;
  /** What is asked in its place with some options; throws a `TranscriptError` where they don't go together. */
  instead?: (given: Given) => Asking | null;
  /** The option with which it asks something else, and what that is: for its own help. */
  other?: readonly [option: string, asking: Asking];
};

/** What is asked, of one timeline after another or of the messages of all sessions, and how the rows are shown. */
export type Asking<R extends Row = Row, Given = object> = Shown<R, Given> &
  (
    | { query: (timeline: Timeline, given: Given, file: string) => R[] | Promise<R[]>; total?: undefined }
    | { total: (sessions: Sessions, given: Given) => Promise<R[]>; query?: undefined }
  );

interface Shown<R extends Row, Given> {
  /** What is asked where no path is named; the newest session, if it is not said. */
  withoutPath?: WithoutPath;
  /** The stored answers that it is made of, the first its rows: an index of a folder answers it without reading again. */
  stored?: readonly [StoredQuery, ...StoredQuery[]];
  /** Adds the rows of one more session to the answer; absent where each session has an answer of its own. */
  merge?: (answer: R[], rows: R[]) => void;
  /** What several sessions can hold a copy of: one of them stands in the answer. */
  copies?: Copies<R>;
  /** Of the rows, once copies are left out, those that the options ask for. */
  only?: (given: Given) => (row: R) => boolean;
  /** Head and content of the columns for people, the most telling first; a column without any value is left out. */
  columns: ColumnsOf<R>;
  /** Texts to print below a row, where they are too long for a column. */
  under?: (row: R) => string[];
  /** What all rows of a session come to, as one sentence below them. */
  sum?: (rows: R[]) => string;
  /** What to say where there is no row, such as `no compaction boundary`. */
  none: string;
  /** True where only a session that was compacted can have rows: of another one, `none` would read like good news. */
  ofBoundaries?: boolean;
  /** For a verb that is a check: true where the rows show a fault, which ends the program with 1. */
  fault?: (rows: R[]) => boolean;
  /** Prints for people, where a table of the columns is not what they need. */
  print?: Printer<R, Given>;
}

/** Tells copies of a row by what they have in common, and of two which one stands; on a tie it is the first. */
export interface Copies<R> {
  of: (row: R) => unknown;
  isBetter: (row: R, other: R) => boolean;
}

/** What stands for a path that is not named. */
export type WithoutPath = "newest session" | "all sessions";

/** Lets a list hold verbs of different rows and options: each is checked against its own here. */
export const verbOf = <R extends Row, Given = object>(verb: Verb<R, Given>): Verb => verb as unknown as Verb;

/** The same for what is asked in place of a verb. */
export const askingOf = <R extends Row, Given = object>(asking: Asking<R, Given>): Asking =>
  asking as unknown as Asking;

/** How a verb takes words that are no paths; `split` throws a `TranscriptError` where something is wanting. */
interface Words<Given> {
  name: string;
  help: string;
  split: (words: string[], given: Given) => { paths: string[]; given: Given };
}

/** The sessions that are asked, in order; those that can't be read are told of elsewhere. */
export interface Sessions {
  /** Reads each session and asks it, without holding more timelines than are read at a time. */
  ask<T>(query: (timeline: Timeline, file: string) => T | Promise<T>): AsyncIterable<{ file: string; answer: T }>;
  /** The answers that the verb names in `stored`, from the index where no file of the session has changed. */
  recall(): AsyncIterable<{ file: string; answer: StoredAnswers }>;
  /** The messages of each session, without their bodies. */
  messages(wanted: MessagesWanted): AsyncIterable<{ file: string; answer: MessageTokens[] }>;
}

/** Where and how to print. */
export interface View<Given = object> {
  /** Columns of the terminal. */
  width: number;
  paint: Paint;
  /** True where more than one session is asked. */
  many: boolean;
  /** What the options of the verb gave. */
  given: Given;
  /** Writes to standard output; resolves when more can be taken. */
  write: (text: string) => Promise<void>;
}

/** Prints the answer of a verb; true where it shows a fault. */
export type Printer<R extends Row = Row, Given = object> = (
  verb: Asking<R, Given>,
  sessions: Sessions,
  view: View<Given>,
) => Promise<boolean>;
