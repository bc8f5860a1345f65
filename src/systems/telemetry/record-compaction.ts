import { existsSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type SessionEnd, sessionEnd } from "../../node/session-end.js";
import type { Cluster } from "../../timeline/clusters.js";
import type { Timeline } from "../../timeline/timeline.js";
import type { HookInput } from "../hook-input.js";
import {
  awaitedSubagent,
  freshCompactions,
  lastCompaction,
  newestCompaction,
  ownClusters,
} from "../newest-compaction.js";
import { isSkillName } from "../skill-name.js";
import { skillsInUse } from "../skills-in-use.js";
import { appendLine } from "./append-line.js";
import {
  boundaryBefore,
  boundaryFacts,
  type CompactionRecord,
  completed,
  lineOf,
  notRecordedYet,
  projectOf,
  sessionIdOf,
  sinceOf,
  wordOf,
} from "./compaction-record.js";
import { readRecords } from "./read-records.js";
import { telemetryFile } from "./telemetry-file.js";

/** What is recorded, and where. */
export interface RecordCompactionOptions {
  /** Default: `tidemark/compactions.ndjson` in the user's folder for state. */
  file?: string;
  /** Writes a fingerprint of the working directory in place of its last part. */
  private?: boolean;
  /** How long to wait for a boundary that is not in the transcript yet, in milliseconds; default 600. */
  waitMs?: number;
  /** As of `sessionEnd`. */
  cache?: boolean | string;
}

/** What was written, and what went wrong in words for a person. */
export interface RecordedCompaction {
  /** Null where nothing was written. */
  record: CompactionRecord | null;
  problems: string[];
}

const usualWaitMs = 600;
const pauseMs = 40;
const longestMs = 5000;
const mostSkills = 40;

/**
 * Answers a `PostCompact` hook: appends a line with the numbers of the compaction that has just happened.
 *
 * The hook is told no numbers: they are those of the boundary in the transcript, which may be written after the hook ran.
 * Then the line says `not-recorded-yet`, with nulls, and a later run in the session or the report completes it. Never
 * throws on what it is told or what the transcript holds. What was said is never written, the summary but as its length.
 *
 * Known gaps: Claude Code runs the hook for a subagent's own compaction too and names the parent; this is told only while
 * the conversation waits for that subagent, and then nothing is written. Of more than two compactions at once the last two are seen.
 *
 * @example
 * const input = hookInput('{"hook_event_name":"Stop"}');
 * (await recordCompaction(input)).problems; // => ["was run for Stop; set it for PostCompact"]
 */
export async function recordCompaction(
  input: HookInput,
  options: RecordCompactionOptions = {},
): Promise<RecordedCompaction> {
  const { event, agentId, transcriptPath } = input;
  if (event !== null && event !== "PostCompact")
    return { record: null, problems: [`was run for ${event}; set it for PostCompact`] };
  if (agentId !== null) return { record: null, problems: [] };
  const { file = telemetryFile(), waitMs = usualWaitMs, cache = true } = options;
  const problems: string[] = [];
  let end: SessionEnd | null = null;
  try {
    if (transcriptPath === null) throw new Error("the hook's input names no transcript");
    end = await settledEnd(transcriptPath, waitMs, cache);
  } catch (error) {
    problems.push(messageOf(error));
  }
  if (end !== null && newestCompaction(end.timeline) === null && awaitedSubagent(end.timeline) !== null)
    return { record: null, problems };
  const record = recordFor(input, end, options.private === true);
  try {
    if (end !== null) appendEarlier(file, end, record);
    appendLine(file, lineOf(record));
    return { record, problems };
  } catch (error) {
    const message = messageOf(error);
    return { record: null, problems: [...problems, message.includes(file) ? message : `${file}: ${message}`] };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The end of the session, read again as long as the file grows and its newest compaction is missing. */
async function settledEnd(path: string, waitMs: number, cache: boolean | string): Promise<SessionEnd> {
  const began = performance.now();
  const signal = AbortSignal.timeout(longestMs);
  for (;;) {
    const started = performance.now();
    const end = await sessionEnd(path, { cache, signal });
    const until = began + waitMs - (performance.now() - started);
    if (newestCompaction(end.timeline) !== null) return end;
    while (sizeOf(path) === end.bytes && performance.now() + pauseMs < until) await setTimeout(pauseMs);
    if (sizeOf(path) === end.bytes || performance.now() > until) return end;
  }
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

function recordFor(input: HookInput, end: SessionEnd | null, isPrivate: boolean): CompactionRecord {
  const record: CompactionRecord = {
    format: 1,
    at: Date.now(),
    sessionId: sessionIdOf(input.sessionId),
    ordinal: null,
    boundary: notRecordedYet,
    project: projectOf(input.cwd, isPrivate),
    trigger: wordOf(input.occasion),
    preTokens: null,
    postTokens: null,
    durationMs: null,
    cumulativeDroppedTokens: null,
    keptMessages: null,
    cliVersion: null,
    skills: null,
    skillsLeftOut: null,
    sinceLastMs: null,
    summaryChars: input.summary?.length ?? null,
  };
  if (end === null) return record;
  const { timeline, earlier } = end;
  const newest = newestCompaction(timeline);
  Object.assign(record, skillsOf(timeline, newest));
  if (newest !== null) return completed(record, factsOf(newest, earlier));
  const last = lastCompaction(timeline);
  record.ordinal = earlier + (last?.boundary.ordinal ?? 0) + 1;
  record.sinceLastMs = sinceOf(record.at, last?.boundary.at ?? null);
  return record;
}

function skillsOf(timeline: Timeline, compaction: Cluster | null): Pick<CompactionRecord, "skills" | "skillsLeftOut"> {
  const names = skillsInUse(timeline, compaction).map(({ name }) => name);
  const skills = names.filter(isSkillName).slice(0, mostSkills);
  return { skills, skillsLeftOut: names.length - skills.length };
}

const factsOf = (cluster: Cluster, earlier: number) =>
  boundaryFacts(cluster.boundary, earlier + cluster.boundary.ordinal, boundaryBefore(cluster));

/**
 * Appends what hooks before could not: the numbers of compactions that were not in the transcript when their hook ran, and
 * of several at once those whose hook found the last one there already.
 */
function appendEarlier(file: string, { timeline, earlier, lines }: SessionEnd, now: CompactionRecord): void {
  if (now.sessionId === null) return;
  const records = existsSync(file) ? readRecords([file], now.sessionId).records : [];
  const own = ownClusters(timeline);
  const fresh = new Set(own.slice(own.length - freshCompactions(timeline)));
  for (const cluster of own) {
    const facts = factsOf(cluster, earlier);
    if (facts.ordinal === now.ordinal) continue;
    const there = records.filter(({ ordinal }) => ordinal === facts.ordinal);
    const [waiting] = there;
    if (waiting === undefined && fresh.has(cluster)) {
      // What the hook was told is of one compaction, and that is taken to be the last.
      const other = { ...now, trigger: null, sinceLastMs: null, summaryChars: null };
      // The reading begins with the last compaction but one: what was in use before that is not in it.
      const known = cluster !== own[0] || lines[0]?.from === 1;
      const skills = known ? skillsOf(timeline, cluster) : { skills: null, skillsLeftOut: null };
      appendLine(file, lineOf(completed({ ...other, ...skills }, facts)));
    } else if (waiting !== undefined && there.every(({ boundary }) => boundary === notRecordedYet))
      appendLine(file, lineOf(completed(waiting, facts)));
  }
}
