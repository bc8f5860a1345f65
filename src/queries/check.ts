import type { LineClass } from "../read/entry-batch.js";
import type { IssueCode } from "../read/issue.js";
import type { Place } from "../read/place.js";
import { checkTimeline } from "../read/wrong-use.js";
import type { Timeline } from "../timeline/timeline.js";
import type { Row } from "./row.js";

/** One count about a transcript: lines of a class, entries of a kind, distinct entries of a CLI version, issues of a code. */
export interface CheckRow extends Row {
  group: "lines" | "kind" | "version" | "issue";
  /** Line class, kind, CLI version or issue code. */
  name: LineClass | IssueCode | (string & {});
  count: number;
}

/**
 * Counts what a transcript holds and what is wrong with it: every physical line is in exactly one class.
 *
 * Known gaps: of an issue's lines the first ten are evidence; a version is that of the rows that name one.
 *
 * @example
 * check(timeline).find((row) => row.name === "unreadable")?.count; // => 0
 */
export function check(timeline: Timeline): CheckRow[] {
  checkTimeline(timeline);
  const rows: CheckRow[] = [];
  const add = (group: CheckRow["group"], name: string, count: number, evidence: CheckRow["evidence"] = []): void => {
    rows.push({ sessionId: timeline.sessionId, at: null, grade: "observed", evidence, why: null, group, name, count });
  };
  const lines = new Map<string, number>();
  for (const file of timeline.files)
    for (const [name, count] of Object.entries(file.lines)) lines.set(name, (lines.get(name) ?? 0) + count);
  for (const [name, count] of lines) add("lines", name, count);
  for (const { kind, count } of timeline.kinds) add("kind", kind, count);
  const versions = new Map<string, number>();
  let place: Place | null = null;
  for (const event of timeline.events) {
    if (event.cliVersion !== null && event.place !== place)
      versions.set(event.cliVersion, (versions.get(event.cliVersion) ?? 0) + 1);
    place = event.place;
  }
  for (const [version, count] of versions) add("version", version, count);
  for (const [code, places] of groupIssues(timeline)) add("issue", code, places.length, places.slice(0, 10));
  return rows;
}

function groupIssues(timeline: Timeline): Map<string, CheckRow["evidence"]> {
  const groups = new Map<string, CheckRow["evidence"]>();
  for (const issue of timeline.issues) {
    const places = groups.get(issue.code);
    if (places === undefined) groups.set(issue.code, [issue.place]);
    else places.push(issue.place);
  }
  return groups;
}
