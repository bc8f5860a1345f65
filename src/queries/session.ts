import { checkTimeline } from "../read/wrong-use.js";
import { clusters, contextOf } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";
import { observed, type Row } from "./row.js";

/** One session at a glance. */
export interface SessionRow extends Row {
  /** Title a person gave, else the one the model gave, else null. */
  title: string | null;
  /** First working directory on a row: the home of the session. */
  home: string | null;
  /** Last working directory on a row. */
  cwd: string | null;
  /** CLI version on the first row of the main chain that has one. */
  firstVersion: string | null;
  /** CLI version on the last such row. */
  lastVersion: string | null;
  firstAt: number | null;
  /** Newest time of a conversation row; not the file's, not one nested in a snapshot. */
  lastAt: number | null;
  entries: number;
  /** Typed prompts of the main chain, each queued one once. */
  prompts: number;
  /** Distinct messages of the model, over all chains. */
  requests: number;
  subagents: number;
  /** Compactions of the main chain. */
  boundaries: number;
  /** Tokens of the last request of the main chain since its last boundary; without one, the size that the boundary records. */
  context: number | null;
}

/**
 * Sums up a session in one row.
 *
 * Known gaps: a subagent that left no row is not counted; times are those of the rows, so idle time is in them; of a context
 * that was just compacted the boundary records less than the next request holds, which was 2.5 to 3.5 times as much (public
 * transcripts, 2026-12-01).
 *
 * @example
 * session(timeline)[0]?.boundaries; // => 2
 */
export function session(timeline: Timeline): SessionRow[] {
  checkTimeline(timeline);
  const at = (pick: (a: number, b: number) => number): number | null => {
    let found: number | null = null;
    for (const event of timeline.events)
      if (event.at !== null && event.place.uuid !== null && event.chain !== "stray" && event.kind !== "unknown")
        found = found === null ? event.at : pick(found, event.at);
    return found;
  };
  // A subagent's file that is read alone is its own conversation.
  const chain = timeline.files[0]?.chain ?? "main";
  const main = timeline.events.filter((event) => event.chain === chain);
  const title = lastNote(main, "custom-title") ?? lastNote(main, "ai-title") ?? lastNote(main, "summary");
  const boundaries = main.filter((event) => event.kind === "boundary" && event.boundaryKind === "compact").length;
  const requests = new Set<string | null>();
  for (const event of timeline.events) if (event.kind === "reply" && !event.synthetic) requests.add(event.messageId);
  const lastAt = at(Math.max);
  // Where the conversation itself left no row, those of its subagents tell of the session.
  const shown = main.some(isKnown) ? main : timeline.events;
  const evidence = [shown.find(isKnown), shown.findLast(isKnown)].flatMap((event) =>
    event === undefined ? [] : [event.place],
  );
  return [
    {
      sessionId: timeline.sessionId,
      at: lastAt,
      grade: observed.grade,
      evidence,
      why: observed.why,
      title,
      home: main.find((event) => event.cwd !== null)?.cwd ?? null,
      cwd: main.findLast((event) => event.cwd !== null)?.cwd ?? null,
      firstVersion: main.find(hasVersion)?.cliVersion ?? null,
      lastVersion: main.findLast(hasVersion)?.cliVersion ?? null,
      firstAt: at(Math.min),
      lastAt,
      entries: timeline.files.reduce((sum, file) => sum + file.entries, 0),
      prompts: main.filter((event) => event.kind === "prompt" && event.typed).length,
      requests: requests.size,
      subagents: timeline.chains.filter((one) => one.chain !== chain && one.chain !== "stray").length,
      boundaries,
      context: contextAtEnd(timeline, main, chain),
    },
  ];
}

/** The last request since the last boundary; what was recorded before it, or was flushed late, says nothing about now. */
function contextAtEnd(timeline: Timeline, main: Event[], chain: string): number | null {
  const cut = clusters(timeline).findLast(({ boundary }) => boundary.chain === chain);
  const kept = new Set(cut?.kept);
  const events = cut === undefined ? main : main.slice(main.indexOf(cut.boundary) + 1);
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at];
    if (event?.kind !== "reply" || kept.has(event)) continue;
    const context = contextOf(event);
    if (context !== null) return context;
  }
  return cut?.boundary.postTokens ?? null;
}

const hasVersion = (event: Event): boolean => event.cliVersion !== null && isKnown(event);
const isKnown = (event: Event): boolean => event.kind !== "unknown";

function lastNote(events: Event[], note: string): string | null {
  const found = events.findLast((event) => event.kind === "note" && event.note === note);
  return found?.kind === "note" ? found.text : null;
}
