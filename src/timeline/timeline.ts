import type { Cursor, LineCounts } from "../read/entry-batch.js";
import type { Issue } from "../read/issue.js";
import type { Place } from "../read/place.js";
import type { Event } from "./event.js";

/** What one transcript file held. */
export interface TranscriptFile {
  /** Name as given by the caller; null for a single unnamed source. */
  name: string | null;
  /** Chain that rows without an agent id belong to. */
  chain: string;
  /** Lines by class. */
  lines: LineCounts;
  entries: number;
  /** Where a later read goes on. */
  cursor: Cursor | null;
}

/** One conversation of the session: the main one, or a subagent's. */
export interface Chain {
  /** `"main"`, or the agent id. */
  chain: string;
  events: number;
  /** The tool call that started the subagent; null for the main chain and where no call names it. */
  spawnedBy: string | null;
}

/** How often a kind of entry was met, and which of its fields did not fit. */
export interface KindCount {
  kind: string;
  known: boolean;
  count: number;
  firstVersion: string | null;
  lastVersion: string | null;
  problems: { field: string; count: number; firstVersion: string | null; lastVersion: string | null }[];
}

/** A later occurrence of an entry that was already read: the same uuid again. */
export interface Copy {
  uuid: string;
  place: Place;
  first: Place;
  parent: string | null;
  sessionId: string | null;
}

/** The typed events of one session, main file first, then its subagent files, each in file order. */
export interface Timeline {
  /** Id of the session: as given by the caller (the file's name), else the one on most rows; null where none is recorded. */
  sessionId: string | null;
  /** Session that a fork's rows say they were taken from; null where none says so. */
  forkedFrom: string | null;
  files: TranscriptFile[];
  events: Event[];
  chains: Chain[];
  /** Entries met again; they are not among the events. */
  copies: Copy[];
  kinds: KindCount[];
  /** CLI versions on the rows, in order of first appearance. */
  versions: string[];
  issues: Issue[];
  /** The timeline that this one was narrowed from; null where nothing was left out. */
  whole: Timeline | null;
}
