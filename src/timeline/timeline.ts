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
  /** Entries on these lines. */
  entries: number;
  /** Where a later read goes on. */
  cursor: Cursor | null;
}

/** One conversation of the session: the main one, or a subagent's. */
export interface Chain {
  /** `"main"`, or the agent id. */
  chain: string;
  /** Events in it. */
  events: number;
  /** The tool call that started the subagent; null for the main chain and where no call names it. */
  spawnedBy: string | null;
}

/** How often a kind of entry was met, and which of its fields did not fit. */
export interface KindCount {
  /** Name of the kind, such as `attachment/file`. */
  kind: string;
  /** False where no schema knows it. */
  known: boolean;
  /** Entries of it. */
  count: number;
  /** Oldest CLI version on them; null where none is named. */
  firstVersion: string | null;
  /** Newest CLI version on them. */
  lastVersion: string | null;
  /** Fields that did not fit the schema. */
  problems: { field: string; count: number; firstVersion: string | null; lastVersion: string | null }[];
}

/** A later occurrence of an entry that was already read: the same uuid again. */
export interface Copy {
  /** The uuid that both have. */
  uuid: string;
  /** Where it was met again. */
  place: Place;
  /** Where it was met first. */
  first: Place;
  /** Parent that the copy names; null where it names none. */
  parent: string | null;
  sessionId: string | null;
}

/** The typed events of one session, main file first, then its subagent files, each in file order. */
export interface Timeline {
  /** Id of the session: as given by the caller (the file's name), else the one on most rows; null where none is recorded. */
  sessionId: string | null;
  /** Session that a fork's rows say they were taken from; null where none says so. */
  forkedFrom: string | null;
  /** What was read, the main file first. */
  files: TranscriptFile[];
  /** What happened, typed: narrow one by its `kind`. */
  events: Event[];
  /** The conversations of the session, in the order of their first events. */
  chains: Chain[];
  /** Entries met again; they are not among the events. */
  copies: Copy[];
  /** How often each kind of entry was met, and what did not fit its schema. */
  kinds: KindCount[];
  /** CLI versions on the rows, in order of first appearance. */
  versions: string[];
  /** What is wrong with the data, or surprising in it; nothing of it was thrown. */
  issues: Issue[];
  /** The timeline that this one was narrowed from; null where nothing was left out. */
  whole: Timeline | null;
}
