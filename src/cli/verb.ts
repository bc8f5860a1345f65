import type { Row } from "../queries/row.js";
import type { Timeline } from "../timeline/timeline.js";
import type { Paint } from "./paint.js";
import type { Cell } from "./table.js";

/** A column of the text table: a field (`at` is shown as time, `evidence` as line), or what to show of a row. */
export type Column<R extends Row> = (keyof R & string) | ((row: R) => Cell);

interface VerbBase<R extends Row> {
  name: string;
  /** One line for `--help`. */
  summary: string;
  /** Head and content of the columns for people; a column without any value is left out. */
  columns: Record<string, Column<R>>;
  /** What to say where there is no row, such as `no compaction boundary`. */
  none: string;
  /** For a verb that is a check: true where the rows show a fault, which ends the program with 1. */
  fault?: (rows: R[]) => boolean;
  /** What `--all` adds, for `--help`; absent where the verb has no such option. */
  all?: string;
  /** Prints for people, where a table of the columns is not what they need. */
  print?: Printer<R>;
}

/** A verb that asks each session for itself. */
export interface SessionVerb<R extends Row = Row> extends VerbBase<R> {
  query: (timeline: Timeline) => R[];
  /** Field whose value counts once over several sessions, in the order they are read. */
  once?: keyof R & string;
}

/** A verb that asks all sessions together. */
export interface FolderVerb<R extends Row = Row> extends VerbBase<R> {
  queryAll: (timelines: Timeline[]) => R[];
  /** The part of a timeline that the query needs, so that a folder does not fill the memory. */
  keep: (timeline: Timeline) => Timeline;
}

export type Verb<R extends Row = Row> = SessionVerb<R> | FolderVerb<R>;

/** Asks every session that can be read, in order, without holding more timelines than are read at a time. */
export type AskEach = <T>(ask: (timeline: Timeline, file: string) => T) => AsyncIterable<{ file: string; answer: T }>;

/** Where and how to print. */
export interface View {
  /** Columns of the terminal. */
  width: number;
  paint: Paint;
  /** True where more than one session is asked. */
  many: boolean;
  /** `--all`: everything, where else the most telling is shown. */
  all: boolean;
  /** Writes to standard output; resolves when more can be taken. */
  write: (text: string) => Promise<void>;
}

/** Prints the answer of a verb; true where it shows a fault. */
export type Printer<R extends Row = Row> = (verb: Verb<R>, askEach: AskEach, view: View) => Promise<boolean>;
