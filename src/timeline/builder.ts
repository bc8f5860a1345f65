import { compareVersions } from "../../schemas/versions/compare.js";
import type { EntryBatch, LineCounts, RawEntry, ReadEntry } from "../read/entry-batch.js";
import type { Issue } from "../read/issue.js";
import { newClock } from "./clock.js";
import { decode } from "./decode.js";
import { newSession } from "./decoding-session.js";
import type { EventBase, Prompt } from "./event.js";
import { textOf } from "./fields.js";
import { chainIn, countLines, finishing, newCollected } from "./finish.js";
import type { Timeline, TranscriptFile } from "./timeline.js";

export interface BuilderOptions {
  sessionId?: string;
  /** Longest tool text kept whole, in characters. */
  payloadChars: number;
}

/** Collects batches of entries into a timeline. */
export interface TimelineBuilder {
  /** Starts the next file; `chain` is where its rows belong that name no agent. */
  file(name: string | null, chain: string): void;
  add(batch: EntryBatch): void;
  /**
   * The timeline of what was added so far; more can be added afterwards. `tail` is a last line that may still grow: its
   * class and its issues count in this timeline only. Timelines of one builder share their events, of which a later one
   * can correct the chain.
   */
  finish(tail?: EntryBatch): Timeline;
  /** The same in steps, between which other work can have its turn; the last one gives the timeline. */
  steps(tail?: EntryBatch): Generator<void, Timeline>;
}

/** Makes a builder: one pass, no entry kept, each event decoded once. */
export function timelineBuilder(options: BuilderOptions): TimelineBuilder {
  const collected = newCollected(options.sessionId ?? null);
  const { files, events, issues, copies, links, chains, kinds, versions, sessionIds } = collected;
  const session = newSession(options.payloadChars);
  const clock = newClock();
  const segments = new Map<string, number>();
  const microcompactions = new Map<string, number>();
  const sidechains = new Map<string, string>();
  const prompts = new Map<string, Prompt>();
  const shared = sharedTexts();
  /** The reader's issues of the batch at hand, and how many of them were told. */
  let ofReader: readonly Issue[] = [];
  let told = 0;

  /** Tells them up to a place, so that an issue found here stands between those of the lines around it, wherever a batch ends. */
  const tellUpTo = (offset: number): void => {
    for (let next = ofReader[told]; next !== undefined && next.place.offset <= offset; next = ofReader[++told])
      issues.push(next);
  };

  /** A sidechain row without an agent id belongs to the sidechain of its parent, or opens one of its own. */
  const chainOf = (entry: RawEntry, uuid: string | null, parent: string | null, fallback: string): string => {
    const agent = shared.agent(entry.agentId) ?? shared.agent(entry.parentToolUseId);
    if (agent !== null) return agent;
    if (entry.isSidechain !== true || fallback !== "main") return fallback;
    const chain = (parent === null ? undefined : sidechains.get(parent)) ?? `sidechain-${uuid ?? ""}`;
    if (uuid !== null) sidechains.set(uuid, chain);
    return chain;
  };

  /**
   * A queued prompt can be written twice: it stands where its first record does, and others may hang under the second.
   * A user record, whichever of them it is, says that the prompt was a message of its own.
   */
  const wasCounted = (prompt: Prompt): boolean => {
    const identity = prompt.queueId ?? prompt.place.uuid;
    if (identity === null) return false;
    const first = prompts.get(identity);
    if (first === undefined) prompts.set(identity, prompt);
    else if (prompt.carrier === "user") first.carrier = "user";
    return first !== undefined;
  };

  const count = (read: ReadEntry, version: string | null): void => {
    let kind = kinds.get(read.kind);
    if (kind === undefined) {
      kind = { kind: read.kind, known: read.known, count: 0, firstVersion: null, lastVersion: null, problems: [] };
      kinds.set(read.kind, kind);
    }
    kind.count++;
    widen(kind, version);
    for (const field of read.problems ?? []) {
      let problem = kind.problems.find((one) => one.field === field);
      if (problem === undefined) {
        problem = { field, count: 0, firstVersion: null, lastVersion: null };
        kind.problems.push(problem);
      }
      problem.count++;
      widen(problem, version);
    }
  };

  const addEntry = (read: ReadEntry, file: TranscriptFile): void => {
    const { entry, place } = read;
    const cliVersion = shared.version(entry.version) ?? shared.version(entry.claude_code_version);
    const sessionId = shared.session(entry.sessionId);
    if (entry.forkedFrom !== undefined)
      collected.forkedFrom ??= textOf((entry.forkedFrom as { sessionId?: unknown } | null)?.sessionId);
    const parentUuid = textOf(entry.parentUuid);
    const parent = parentUuid === null ? null : links.known(parentUuid);
    count(read, cliVersion);
    if (cliVersion !== null && read.known) versions.add(cliVersion);
    if (sessionId !== null) sessionIds.set(sessionId, (sessionIds.get(sessionId) ?? 0) + 1);
    const first = place.uuid === null ? undefined : links.firstPlace(place.uuid);
    if (place.uuid !== null && first !== undefined) {
      copies.push({ uuid: place.uuid, place, first, parent, sessionId });
      if (parent !== null) links.adopt(place.uuid, parent);
      return;
    }
    const chain = chainOf(entry, place.uuid, parent, file.chain);
    const at = clock(entry.timestamp);
    if (at === null && typeof entry.timestamp === "string") {
      tellUpTo(place.offset);
      issues.push({
        code: "invalid-time",
        message: "The timestamp is no time of ISO 8601.",
        place,
        path: "timestamp",
      });
    }
    const base: EventBase = {
      place,
      parent,
      at,
      chain,
      segment: segments.get(chain) ?? 0,
      cliVersion,
      sessionId,
      process: shared.session(entry.session_id),
      cwd: shared.cwd(entry.cwd),
      branch: shared.branch(entry.gitBranch),
      entrypoint: shared.entrypoint(entry.entrypoint),
    };
    const decoded = decode(read, base, session);
    const only = decoded[0];
    if (only?.kind === "prompt" && wasCounted(only))
      decoded[0] = { kind: "note", note: read.kind, text: null, ...base };
    if (place.uuid !== null) links.add(place.uuid, place, parent);
    for (const event of decoded) {
      if (event.kind === "boundary") {
        const counter = event.boundaryKind === "compact" ? segments : microcompactions;
        event.ordinal = (counter.get(chain) ?? 0) + 1;
        counter.set(chain, event.ordinal);
      }
      events.push(event);
    }
    chainIn(chains, chain).events += decoded.length;
  };

  return {
    file(name, chain) {
      files.push({ name, chain, lines: noLines(), entries: 0, cursor: null });
    },
    add(batch) {
      const file = files[files.length - 1];
      if (file === undefined) return;
      ofReader = batch.issues;
      // Why a file is read again from its start comes first, though its place is where the read should have gone on.
      told = batch.restarted ? 1 : 0;
      issues.push(...ofReader.slice(0, told));
      for (const read of batch.entries) addEntry(read, file);
      tellUpTo(Number.POSITIVE_INFINITY);
      ofReader = [];
      countLines(file, batch);
      file.entries += batch.entries.length;
      file.cursor = batch.cursor;
    },
    finish(tail) {
      const steps = finishing(collected, tail);
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
      }
    },
    steps: (tail) => finishing(collected, tail),
  };
}

/** Rows repeat their session, version and directory: one string is kept for all of them. */
function sharedTexts() {
  const held = new Map<string, string>();
  const field = (): ((value: unknown) => string | null) => {
    let last: string | null = null;
    return (value) => {
      const text = textOf(value);
      // Comparing with the last row's text spares the look-up, which would have to hash each text anew.
      if (text === null || text === last) return text === null ? null : last;
      last = held.get(text) ?? text;
      held.set(last, last);
      return last;
    };
  };
  return { agent: field(), version: field(), session: field(), cwd: field(), branch: field(), entrypoint: field() };
}

const noLines = (): LineCounts => ({
  entry: 0,
  "unknown-entry": 0,
  "non-object": 0,
  recovered: 0,
  unreadable: 0,
  padding: 0,
  blank: 0,
  "incomplete-tail": 0,
});

function widen(range: { firstVersion: string | null; lastVersion: string | null }, version: string | null): void {
  if (version === null || version === range.lastVersion) return;
  if (range.firstVersion === null || compareVersions(version, range.firstVersion) < 0) range.firstVersion = version;
  if (range.lastVersion === null || compareVersions(version, range.lastVersion) > 0) range.lastVersion = version;
}
