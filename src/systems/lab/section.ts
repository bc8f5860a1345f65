import type { Grade } from "../../queries/row.js";
import type { Place } from "./marks.js";

/** A part of the report: a heading, what to know, and a table or a list. */
export interface Section {
  title: string;
  /** What the table shows, or what to read into it. */
  note: string | null;
  head: string[];
  rows: string[][];
  /** Points in place of a table. */
  list: string[];
}

/** What a place is called. */
export const placeNames: Record<Place, string> = {
  root: "Root CLAUDE.md",
  import: "@import file",
  rule: "Unscoped rule",
  local: "CLAUDE.local.md",
  user: "The person's CLAUDE.md",
  sub: "Nested CLAUDE.md",
  "path-rule": "Path-scoped rule",
  skill: "Skill body",
  "skill-end": "End of the long skill",
  "skill-2": "Second skill",
  "skill-3": "Third skill",
  "skill-4": "Fourth skill",
  "skill-5": "Fifth skill",
  "skill-6": "Sixth skill",
  "long-file": "File of 6,000 tokens",
  hook: "Output of the compact hook",
  message: "Number said in the chat",
};

export const table = (title: string, note: string | null, head: string[], rows: string[][]): Section => ({
  title,
  note,
  head,
  rows,
  list: [],
});

export const list = (title: string, note: string | null, list: string[]): Section => ({
  title,
  note,
  head: [],
  rows: [],
  list,
});

/** The mark of a grade behind a word. */
export const mark = (grade: Grade): string => (grade === "inferred" ? "?" : grade === "unknown" ? " (unknown)" : "");
