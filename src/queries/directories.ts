import { checkTimeline } from "../read/wrong-use.js";
import type { Timeline } from "../timeline/timeline.js";
import { observed, type Row, rowOf } from "./row.js";

/** A stretch of a chain in one working directory and on one branch. */
export interface DirectoryRow extends Row {
  chain: string;
  cwd: string | null;
  branch: string | null;
  firstLine: number;
  lastLine: number;
}

/**
 * Lists where a session worked, stretch by stretch, as the rows say; the name of the project's folder is never decoded.
 *
 * Known gaps: a shell command that works elsewhere within one call leaves no trace.
 *
 * @example
 * directories(timeline)[0]?.cwd; // => "/home/dev/shop"
 */
export function directories(timeline: Timeline): DirectoryRow[] {
  checkTimeline(timeline);
  const rows: DirectoryRow[] = [];
  const current = new Map<string, DirectoryRow>();
  for (const event of timeline.events) {
    if (event.cwd === null) continue;
    const open = current.get(event.chain);
    if (open !== undefined && open.cwd === event.cwd && open.branch === event.branch) {
      open.lastLine = event.place.line;
      continue;
    }
    const row: DirectoryRow = {
      chain: event.chain,
      cwd: event.cwd,
      branch: event.branch,
      firstLine: event.place.line,
      lastLine: event.place.line,
      ...rowOf(timeline, event, observed),
    };
    rows.push(row);
    current.set(event.chain, row);
  }
  return rows;
}
