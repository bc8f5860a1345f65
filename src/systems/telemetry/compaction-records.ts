import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileSource } from "../../node/file-source.js";
import { standardFolder } from "../../node/standard-folder.js";
import { readEntries } from "../../read/entries.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { isCompaction } from "../../timeline/clusters.js";
import type { Boundary } from "../../timeline/event.js";
import { grouped } from "../../timeline/grouped.js";
import { building } from "../../timeline/read-timeline.js";
import { appendLine, filesAside } from "./append-line.js";
import {
  boundaryFacts,
  type CompactionRecord,
  completed,
  lineOf,
  notRecordedYet,
  sessionIdOf,
} from "./compaction-record.js";
import { readRecords } from "./read-records.js";
import { telemetryFile } from "./telemetry-file.js";

/** Which records are read. */
export interface CompactionRecordsOptions {
  /** Default: where the hook writes. */
  file?: string;
  /** Folder of projects in which transcripts of sessions are looked up; default: that of Claude Code. */
  transcripts?: string;
}

/** What telemetry holds: each compaction once. */
export interface CompactionRecords {
  /** By time. */
  records: CompactionRecord[];
  /** Lines that can't be read: torn, or of a later version of this program. */
  damaged: number;
}

/**
 * Reads what the hook wrote, in the file and in those that were put aside, each compaction once however often a hook ran.
 *
 * A compaction that was not in its transcript when the hook ran is looked up there now; what is found is appended to the
 * file, as transcripts are deleted after a while. Throws a `TranscriptError` where there is no file, or it can't be read.
 *
 * Known gaps: a line of a compaction that no transcript shows (deleted since, or a subagent's own) keeps its nulls.
 *
 * @example
 * await compactionRecords({ file: "none.ndjson" }).catch((error) => error.code); // => "unreadable-file"
 */
export async function compactionRecords(options: CompactionRecordsOptions = {}): Promise<CompactionRecords> {
  const { file = telemetryFile(), transcripts } = options;
  const paths = pathsOf(file);
  const { records, damaged } = readRecords(paths);
  const once = new Map<string, CompactionRecord>();
  for (const [at, record] of records.entries()) {
    const key = keyOf(record, at);
    const known = once.get(key);
    if (known === undefined || known.boundary === notRecordedYet) once.set(key, record);
  }
  const waiting = [...once].filter(([, { boundary, ordinal }]) => boundary === notRecordedYet && ordinal !== null);
  for (const [sessionId, lines] of grouped(waiting, ([, record]) => sessionIdOf(record.sessionId))) {
    if (sessionId === null) continue;
    const boundaries = await boundariesOf(transcripts ?? standardFolder(), sessionId);
    for (const [key, record] of lines) {
      const ordinal = record.ordinal as number;
      const boundary = boundaries[ordinal - 1];
      if (boundary === undefined) continue;
      const whole = completed(record, boundaryFacts(boundary, ordinal, boundaries[ordinal - 2] ?? null));
      once.set(key, whole);
      keep(file, whole);
    }
  }
  return { records: [...once.values()].sort((a, b) => a.at - b.at), damaged };
}

/** The same compaction has the same session and ordinal; without these a line is one of its own. */
const keyOf = ({ sessionId, ordinal }: CompactionRecord, at: number): string =>
  sessionId === null || ordinal === null ? `line ${at}` : `${sessionId} ${ordinal}`;

/** The file first: what is put aside meanwhile is then read twice, and not never. */
function pathsOf(file: string): string[] {
  const found = existsSync(file) ? [file] : [];
  try {
    found.push(...filesAside(file));
  } catch {}
  if (found.length > 0) return found;
  throw new TranscriptError(
    "unreadable-file",
    `${file}: no such file; tidemark setup telemetry shows the settings that let Claude Code write it, or name another with --file`,
  );
}

/** The compactions of a session's main conversation, by the file of its name; empty where there is none to be read. */
async function boundariesOf(folder: string, sessionId: string): Promise<Boundary[]> {
  try {
    const path = readdirSync(folder)
      .map((project) => join(folder, project, `${sessionId}.jsonl`))
      .find((path) => existsSync(path));
    if (path === undefined) return [];
    const { builder, read } = building({ validate: "never" });
    builder.file(null, "main");
    for await (const batch of readEntries(fileSource(path), { ...read, kinds: ["system/compact_boundary"] }))
      builder.add(batch);
    return builder.finish().events.filter((event) => isCompaction(event) && event.chain === "main") as Boundary[];
  } catch {
    return [];
  }
}

/** Where it can't be written it is looked up again the next time. */
function keep(file: string, record: CompactionRecord): void {
  try {
    appendLine(file, lineOf(record));
  } catch {}
}
