import { closeSync, openSync, readSync } from "node:fs";
import { sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { checkCount, checkPause } from "../read/wrong-use.js";
import type { Event } from "../timeline/event.js";
import type { TimelineOptions } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { agentOf } from "./file-names.js";
import { messageOf } from "./file-source.js";
import { isSameFile, stampOrFault } from "./file-stamp.js";
import { isMain } from "./folder-sessions.js";
import { type GrowingTimeline, growingTimeline } from "./growing-timeline.js";
import { sinceOf } from "./since.js";
import { folderAt } from "./standard-folder.js";
import { type FolderProblem, walkFolder } from "./walk-folder.js";

/** What happened in a folder of transcripts. */
export type FolderEvent =
  | {
      /** A new session, a new file of a subagent, or new lines of a file that was there. */
      type: "session" | "subagent" | "lines";
      file: string;
      /** All of the file; `timeline.sessionId` tells to which session a subagent's file belongs. */
      timeline: Timeline;
      /** What is new in it; all of it where the file is new, or was replaced. */
      events: Event[];
    }
  | { type: "removed"; file: string }
  | { type: "error"; file: string; message: string };

/** How `followFolder` follows. */
export interface FollowFolderOptions extends TimelineOptions {
  /** Files written since then are reported at the beginning, as new; default: only what is written from now on. */
  since?: Date | number;
  /** Milliseconds between two looks at the files that were written last; default 25. */
  pollMs?: number;
  /** Milliseconds between two looks at the whole folder; default 500, and more where a look takes long. */
  scanMs?: number;
  /** Timelines kept in memory to be continued, those of the files written last; default 16. */
  keep?: number;
  /** Ends the following. */
  signal?: AbortSignal;
}

/** Looks at the whole folder take at most one part in so many of the time. */
const scanShare = 20;

/** A file as it was seen last: its stamp, up to which byte it was read, and whether anybody was told of it, or knew it before. */
interface Reported {
  stamp: string;
  bytes: number;
  told: boolean;
}

/**
 * Follows all transcripts below a folder, subagent files too: new sessions, new lines, removed files.
 *
 * No file is held open, and no more timelines than `keep`: a file whose timeline was let go is read once more when it
 * grows. What lies in the folder of a session's subagents and is no transcript is left out, as by `openTimelines`. What can't be read is one event of type `error` and stops nothing. Throws a `TranscriptError` where the folder
 * is not there.
 *
 * @example
 * const folder = path.replace("session.jsonl", "");
 * const { value } = await followFolder(folder, { since: 0 }).next();
 * value.type; // => "session"
 */
export async function* followFolder(root?: string, options: FollowFolderOptions = {}): AsyncGenerator<FolderEvent> {
  const { since = Date.now(), pollMs = 25, scanMs = 500, keep = 16, ...read } = options;
  const { signal } = read;
  checkPause("pollMs", pollMs);
  checkPause("scanMs", scanMs);
  checkCount("keep", keep, 1);
  const from = sinceOf(since);
  const folder = folderAt(root);
  const reported = new Map<string, Reported>();
  /** Timelines of the files written last, the latest at the end. */
  const growing = new Map<string, GrowingTimeline>();
  let complaints = new Set<string>();
  let nextScan = 0;

  for (let first = true; !signal?.aborted; first = false) {
    if (performance.now() < nextScan) yield* report(writtenLast());
    else yield* scan(first);
    await setTimeout(pollMs, undefined, { signal }).catch(() => undefined);
  }

  async function* scan(first: boolean): AsyncGenerator<FolderEvent> {
    const start = performance.now();
    const problems: FolderProblem[] = [];
    const all = await walkFolder(folder, (problem) => problems.push(problem));
    const files = all.filter(({ path }) => isMain(folder, path) || agentOf(path) !== null);
    const now = performance.now();
    nextScan = now + Math.max(scanMs, scanShare * (now - start));
    if (first)
      for (const { path, stamp, size, mtimeMs } of files)
        if (mtimeMs < from) reported.set(path, { stamp, bytes: size, told: true });

    for (const problem of problems) if (!complaints.has(problem.file)) yield { type: "error", ...problem };
    complaints = new Set(problems.map(({ file }) => file));
    const here = new Set(files.map(({ path }) => path));
    const hidden = (path: string) => problems.some(({ file }) => path === file || path.startsWith(file + sep));
    for (const path of reported.keys()) {
      if (here.has(path) || hidden(path)) continue;
      reported.delete(path);
      growing.delete(path);
      yield { type: "removed", file: path };
    }
    yield* report(files);
  }

  function writtenLast(): { path: string; stamp: string }[] {
    // That a file is gone is told by the look at the whole folder.
    return [...growing.keys()]
      .map((path) => ({ path, stamp: stampOrFault(path) }))
      .filter(({ stamp }) => stamp !== "ENOENT");
  }

  async function* report(files: { path: string; stamp: string }[]): AsyncGenerator<FolderEvent> {
    for (const { path, stamp } of files) {
      const before = reported.get(path);
      if (before?.stamp === stamp) continue;
      // Noted first: what can't be read is not asked again before it changes.
      reported.set(path, { stamp, bytes: before?.bytes ?? 0, told: before?.told ?? false });
      try {
        const event = await changeOf(path, before);
        if (event !== null) yield event;
      } catch (error) {
        if (signal?.aborted) return;
        growing.delete(path);
        complaints.add(path);
        yield {
          type: "error",
          file: path,
          message: messageOf(path, error),
        };
      }
    }
  }

  async function changeOf(path: string, before: Reported | undefined): Promise<FolderEvent | null> {
    const held = growing.get(path);
    const one = held ?? growingTimeline(path, read);
    growing.delete(path);
    growing.set(path, one);
    for (const oldest of growing.keys()) if (growing.size > keep) growing.delete(oldest);
    const grown = await one.next();
    if (grown === null) return null;
    const { timeline } = grown;
    const bytes = timeline.files[0]?.cursor?.offset ?? 0;
    const now = reported.get(path);
    const isKnown = before?.told === true;
    const isOther = isKnown && now !== undefined && !isSameFile(before.stamp, now.stamp);
    if (now !== undefined) Object.assign(now, { bytes, told: true });
    if (!isKnown)
      return { type: agentOf(path) === null ? "session" : "subagent", file: path, timeline, events: timeline.events };
    const from = held !== undefined ? grown.from : isOther || before.bytes > bytes ? 0 : before.bytes;
    const events = newEvents(timeline, from, path);
    return { type: "lines", file: path, timeline, events };
  }
}

/** The events from a byte on; of the whole line where the byte lies inside one, as in a file that was being written. */
function newEvents({ events }: Timeline, from: number, path: string): Event[] {
  const index = events.findIndex(({ place }) => place.offset >= from);
  let start = index < 0 ? events.length : index;
  if (from > 0 && !endsLine(path, from)) {
    const line = events[start - 1]?.place.line;
    while (start > 0 && events[start - 1]?.place.line === line) start--;
  }
  return events.slice(start);
}

/** True where a newline stands just before a byte of a file. */
function endsLine(path: string, offset: number): boolean {
  const file = openSync(path, "r");
  try {
    const byte = new Uint8Array(1);
    return readSync(file, byte, 0, 1, offset - 1) === 0 || byte[0] === 0x0a;
  } finally {
    closeSync(file);
  }
}
