import type { Cell } from "../../docs/page-tables.js";

/** How much a run measures. */
export interface Scale {
  /** Times that each variant is run, in turn with the others. */
  rounds: number;
  /** Transcripts to measure on. */
  files: string[];
  /** The transcripts are read again, or copied, up to so many megabytes. */
  megabytes: number;
  /** Sizes of one generated session. */
  sessionMegabytes: number[];
  /** Size of the generated session that is asked every query, and of the one whose messages are listed. */
  queryMegabytes: number;
  /** Numbers of files in a folder. */
  folderFiles: number[];
  /** Size of the one line that is streamed. */
  lineMegabytes: number;
  /** Entries of the sessions that are followed, and how many are appended to each. */
  followed: number[];
  appended: number;
  /** Sizes of the generated sessions that hooks are run on. */
  hookMegabytes: number[];
}

/** What a part has to work with: scale, a folder that is removed at the end, and its own programs, compiled. */
export interface Bench {
  scale: Scale;
  folder: string;
  programs: string;
  /** Says what was skipped, and why. */
  say: (line: string) => void;
}

/** One table of the page; `about` says what was measured. */
export interface Table {
  name: string;
  about: string;
  rows: Record<string, Cell>[];
  /** Lines of shell, each after a comment, that were run for it. */
  commands?: string[];
}

/** One part of the benchmark; throws where variants that should find the same don't. */
export type Part = (bench: Bench) => Promise<Table[]>;
