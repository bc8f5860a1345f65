import { clusters, startsProcess, startsTurn } from "./clusters.js";
import type { Event } from "./event.js";
import { once } from "./once.js";
import type { Timeline } from "./timeline.js";
import { wholeOf } from "./whole.js";

/** What showed that another process wrote what follows. */
export type RunSign =
  | "first-row"
  | "session-start-hook"
  | "exit-command"
  | "process-id"
  | "cli-version"
  | "entrypoint"
  | "initial-listing"
  | "session-start-instructions";

/** The stretch of the main file that one process wrote. */
export interface Run {
  /** Ordinal, from 1. */
  run: number;
  first: Event;
  last: Event;
  /** `startup`, `resume`, `fork`, `clear` where a hook record says so, else null. */
  startedBy: string | null;
  /** What told the run apart, in the order found. */
  signs: RunSign[];
  /** The events that carry the signs. */
  proof: Event[];
}

/** The runs of the whole timeline and the run of each event; null for subagent files. */
export interface Runs {
  runs: Run[];
  of(event: Event): number | null;
}

/**
 * Tells apart the stretches that different processes wrote into the main file.
 *
 * Signs: a `SessionStart` hook other than `compact`, what follows an `/exit`, another `session_id` (from 2.1.201), another CLI version or entrypoint,
 * a second skill listing flagged initial, instructions read again at session start. All signs up to the first reply or
 * summary are one start. A process that leaves no sign is not seen, and a long pause alone is none.
 */
export const runsOf = (timeline: Timeline): Runs => once(wholeOf(timeline), findRuns);

function findRuns(timeline: Timeline): Runs {
  const { events } = timeline;
  const runs: Run[] = [];
  /** Events of which their line does not tell the run. */
  const apart = new Map<Event, number>();
  const mainFile = events[0]?.place.file;
  const mainChain = timeline.files[0]?.chain ?? "main";
  let current: Run | null = null;
  let starting = true;
  let exited = false;
  /** Where, since the last reply, the first row stands that begins a stretch. */
  let stretch: number | null = null;
  let processId: string | null = null;
  let cliVersion: string | null = null;
  let entrypoint: string | null = null;
  let listed = false;
  const echoes = new Set<Event>();
  const { late, boundaryOf } = aroundBoundaries(timeline);
  for (let at = 0; at < events.length; at++) {
    const event = events[at] as Event;
    // What a subagent wrote into the main file shows nothing of who writes the conversation.
    if (event.place.file !== mainFile || event.chain !== mainChain) continue;
    const isLate = late.has(event);
    const isEcho = wasWrittenAgain(at);
    const sign = signOf(event, isLate || isEcho);
    const boundary = boundaryOf.get(event);
    if (sign !== null && current !== null && !starting && current.first !== boundary) {
      // The process that shows itself in what comes with a boundary has written that too.
      current = open(
        boundary === undefined ? beginningOf(event, stretch ?? at, at) : events.lastIndexOf(boundary, at),
        sign,
        event,
      );
      starting = true;
    } else if (sign !== null && current !== null && !current.signs.includes(sign)) {
      current.signs.push(sign);
      current.proof.push(event);
    }
    current ??= open(at, "first-row", event);
    if (startsProcess(event) && (starting || current.first === boundary)) current.startedBy ??= event.matcher;
    current.last = event;
    // What is flushed late was said before: it ends no start, and its version is not that of who writes now.
    if (isLate) apart.set(event, current.run);
    else if (isEcho) echoes.add(event);
    else remember(event, at);
  }
  const isOurs = ({ place, chain }: Event): boolean => place.file === mainFile && chain !== "stray";
  return { runs, of: (event) => apart.get(event) ?? (isOurs(event) ? runAt(runs, event.place.line) : null) };

  function open(at: number, sign: RunSign, proof: Event): Run {
    const first = events[at] as Event;
    const run: Run = { run: runs.length + 1, first, last: first, startedBy: null, signs: [sign], proof: [proof] };
    const before = runs[runs.length - 1];
    if (before !== undefined) {
      before.last = events[at - 1] ?? before.last;
      for (let i = at - 1; events[i]?.place === first.place; i--) apart.set(events[i] as Event, before.run);
    }
    runs.push(run);
    exited = false;
    return run;
  }

  /** The first row that begins a stretch, from a place up to a sign, behind all that the process before is known to have written. */
  function beginningOf(sign: Event, from: number, at: number): number {
    let start: number | null = null;
    for (let i = from; i < at; i++) {
      const event = events[i] as Event;
      if (event.place.file !== mainFile || event.chain !== mainChain || echoes.has(event)) continue;
      if (isOfAnother(event, sign) || endsProcess(event)) start = null;
      else if (start === null && startsStretch(event) && !boundaryOf.has(event)) start = i;
    }
    return start ?? at;
  }

  function signOf(event: Event, isLate: boolean): RunSign | null {
    if (startsProcess(event)) return "session-start-hook";
    if (isLate) return null;
    if (exited && comesFromProcess(event)) return "exit-command";
    if (event.process !== null && processId !== null && event.process !== processId) return "process-id";
    if (event.cliVersion !== null && cliVersion !== null && event.cliVersion !== cliVersion) return "cli-version";
    if (event.entrypoint !== null && entrypoint !== null && event.entrypoint !== entrypoint) return "entrypoint";
    if (event.kind !== "attachment") return null;
    if (event.carrier === "skill_listing" && event.listing?.initial === true && listed) return "initial-listing";
    if (event.carrier === "instructions" && event.delta?.reason === "session_start")
      return "session-start-instructions";
    return null;
  }

  /** A row of an earlier version among rows of this one was copied; the process that writes is the one of the rows around it. */
  function wasWrittenAgain(at: number): boolean {
    const { cliVersion: version, place } = events[at] as Event;
    if (version === null || cliVersion === null || version === cliVersion) return false;
    for (let i = at + 1; i < events.length; i++) {
      const next = events[i] as Event;
      if (next.cliVersion !== null && next.place !== place && next.chain === mainChain && next.place.file === mainFile)
        return next.cliVersion === cliVersion;
    }
    return false;
  }

  function remember(event: Event, at: number): void {
    if (event.process !== null) processId = event.process;
    if (event.cliVersion !== null) cliVersion = event.cliVersion;
    if (event.entrypoint !== null) entrypoint = event.entrypoint;
    if (event.kind === "attachment" && event.carrier === "skill_listing" && event.listing?.initial === true)
      listed = true;
    const { kind } = event;
    if (endsProcess(event)) {
      exited = true;
      starting = false;
    } else if (kind === "boundary" || kind === "summary" || (kind === "reply" && !event.synthetic)) {
      starting = false;
      stretch = null;
    } else if (stretch === null && startsStretch(event) && !boundaryOf.has(event)) stretch = at;
  }
}

/** The last run that begins at or before a line. */
function runAt(runs: Run[], line: number): number | null {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as Run).first.place.line <= line) low = middle + 1;
    else high = middle;
  }
  return runs[low - 1]?.run ?? null;
}

/** Kept messages that stand behind the boundary that kept them; and of these, the summary and the command that asked for it, which it is. */
function aroundBoundaries(timeline: Timeline): { late: Set<Event>; boundaryOf: Map<Event, Event> } {
  const late = new Set<Event>();
  const boundaryOf = new Map<Event, Event>();
  for (const { kept, summary, boundary, rows } of clusters(timeline)) {
    const command = rows.find((event) => event.kind === "command" && event.name === "compact");
    for (const event of [summary, command]) if (event) boundaryOf.set(event, boundary);
    for (const event of kept.filter(({ place }) => place.line > boundary.place.line)) {
      late.add(event);
      boundaryOf.set(event, boundary);
    }
  }
  return { late, boundaryOf };
}

const endsProcess = (event: Event): boolean =>
  event.kind === "command" && (event.name === "exit" || event.name === "quit");

/** True for what a process writes that goes on; not for the output of `/exit`, hooks that run at the end, and bookkeeping. */
const comesFromProcess = (event: Event): boolean =>
  event.kind === "hook"
    ? event.event === "SessionStart" || event.event === "UserPromptSubmit"
    : event.kind === "prompt" || event.kind === "command" || event.kind === "reply" || event.kind === "attachment";

const marks = ["process", "cliVersion", "entrypoint"] as const;

/** True where two rows name what no one process has two of. */
const isOfAnother = (one: Event, other: Event): boolean =>
  marks.some((mark) => one[mark] !== null && other[mark] !== null && one[mark] !== other[mark]);

/** A stretch begins with the row that starts a turn, or with the hook rows before it. */
const startsStretch = (event: Event): boolean =>
  startsTurn(event) || (event.kind === "hook" && event.event === "SessionStart") || event.kind === "command";
