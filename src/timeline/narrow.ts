import type { Place } from "../read/place.js";
import { TranscriptError } from "../read/transcript-error.js";
import { clusters } from "./clusters.js";
import type { Event } from "./event.js";
import { timeOf } from "./fields.js";
import type { Chain, Timeline } from "./timeline.js";
import { wholeOf } from "./whole.js";

/**
 * Narrows a timeline to one segment of a chain: the boundary that opens it, what that boundary kept, its summary, and all
 * up to the next boundary.
 *
 * Queries answer about what stands in it as they do for the whole timeline, so evidence can lie outside. Counts
 * (`session`, `directories`, `check`) are of what stands in it; `claims` judges the whole session.
 *
 * `n` counts from 0, which is what stands before the first boundary; negative from the end, so -1 is all since the last
 * boundary, or the whole chain where there is none. A segment that does not exist is an empty timeline. Throws a
 * `TranscriptError` for an `n` that is no whole number. Other chains are left out; `chain` is `"main"` by default.
 *
 * @example
 * turns(segment(timeline, -1)).map((row) => row.prompt); // => ["Fix the float."]
 */
export function segment(timeline: Timeline, n: number, options: { chain?: string } = {}): Timeline {
  if (!Number.isInteger(n))
    throw new TranscriptError("wrong-option", `A segment is a whole number such as 0 or -1, not ${n}.`);
  const name = options.chain ?? "main";
  const opened = clusters(timeline).filter(({ boundary }) => boundary.chain === name);
  const at = n < 0 ? n + opened.length + 1 : n;
  const cluster = opened[at - 1];
  const first = opened[0]?.boundary;
  const isBeforeFirst = (event: Event): boolean =>
    event.chain === name && (first === undefined || (event.segment === first.segment && event !== first));
  const inside = new Set<Event>(
    at === 0
      ? timeline.events.filter(isBeforeFirst)
      : cluster === undefined
        ? []
        : [cluster.boundary, ...cluster.kept, ...cluster.after],
  );
  return narrowed(timeline, (event) => inside.has(event));
}

/**
 * Narrows a timeline to the time from `from` up to but without `to`; each is epoch milliseconds or ISO text.
 *
 * A date alone is its midnight in UTC; a time needs `Z` or an offset. Rows without a time (bookkeeping) go with the row
 * before them. File order stays, whatever the clocks say; a kept message that stands outside is not brought in. A turn,
 * a message and a call belong where they begin. Throws a `TranscriptError` for a time that can't be read.
 *
 * @example
 * turns(between(timeline, "2026-10-01T09:15:00Z", "2026-10-02")).map((row) => row.prompt); // => ["Fix the float."]
 */
export function between(timeline: Timeline, from: number | string, to: number | string): Timeline {
  const [start, end] = [instantOf(from), instantOf(to)];
  const times = new Map<Event, number>();
  let file: string | undefined;
  let waiting: Event[] = [];
  let last: number | null = null;
  for (const event of timeline.events) {
    if (event.place.file !== file) [file, waiting, last] = [event.place.file, [], null];
    last = event.at ?? last;
    if (last === null) waiting.push(event);
    else for (const one of [...waiting.splice(0), event]) times.set(one, last);
  }
  return narrowed(timeline, (event) => {
    const time = times.get(event);
    return time !== undefined && time >= start && time < end;
  });
}

/**
 * Narrows a timeline to one conversation: `"main"`, or a subagent by its id. An unknown name gives an empty timeline.
 *
 * @example
 * turns(chain(timeline, "main")).length; // => 5
 */
export function chain(timeline: Timeline, name: string): Timeline {
  return narrowed(timeline, (event) => event.chain === name);
}

/**
 * The timeline of the events that `keep` takes, asked about them as the whole one would be. Issues, and copies of entries, stay where the row of their line stays; a
 * line without an event (an unreadable one) goes with the row before it. `files` and `kinds` still describe the files as
 * they were read; ordinals of boundaries and segments stay as they are.
 */
export function narrowed(timeline: Timeline, keep: (event: Event) => boolean): Timeline {
  const events = timeline.events.filter(keep);
  const stays = linesThatStay(timeline.events, new Set(events));
  const versions = new Set(events.map((event) => event.cliVersion));
  return {
    ...timeline,
    events,
    chains: chainsOf(timeline.chains, events),
    copies: timeline.copies.filter(({ place }) => stays(place)),
    versions: timeline.versions.filter((version) => versions.has(version)),
    issues: timeline.issues.filter(({ place }) => stays(place)),
    whole: wholeOf(timeline),
  };
}

/** Tells of a place whether the row of its line is kept, or the row before it where the line has none. */
function linesThatStay(all: readonly Event[], kept: ReadonlySet<Event>): (place: Place) => boolean {
  const files = new Map<string | undefined, { line: number; kept: boolean }[]>();
  for (const event of all) {
    const { file, line } = event.place;
    const rows = files.get(file) ?? [];
    files.set(file, rows);
    const last = rows[rows.length - 1];
    if (last?.line === line) last.kept ||= kept.has(event);
    else rows.push({ line, kept: kept.has(event) });
  }
  return ({ file, line }) => {
    const rows = files.get(file) ?? [];
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.line ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return (rows[low - 1] ?? rows[0])?.kept ?? false;
  };
}

function chainsOf(chains: readonly Chain[], events: readonly Event[]): Chain[] {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(event.chain, (counts.get(event.chain) ?? 0) + 1);
  return chains.flatMap((one) => {
    const count = counts.get(one.chain);
    return count === undefined ? [] : [{ ...one, events: count }];
  });
}

function instantOf(time: number | string): number {
  const instant = typeof time === "number" && !Number.isNaN(time) ? time : timeOf(time);
  if (instant !== null) return instant;
  throw new TranscriptError(
    "wrong-option",
    `A time is epoch milliseconds, a date such as "2026-10-01", or a time with its offset such as "2026-10-01T09:00:00Z", not ${JSON.stringify(time)}.`,
  );
}
