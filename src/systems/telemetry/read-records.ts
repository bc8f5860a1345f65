import { readFileSync, statSync } from "node:fs";
import { reasonOf } from "../../node/file-source.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { type CompactionRecord, recordOf } from "./compaction-record.js";

/** A file is put aside at one mebibyte: what is so large is something else. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Reads the lines of telemetry files, in order; with `sessionId`, those of one session. Damaged lines are counted.
 * Throws a `TranscriptError` where a file can't be read.
 */
export function readRecords(
  paths: readonly string[],
  sessionId?: string,
): { records: CompactionRecord[]; damaged: number } {
  const records: CompactionRecord[] = [];
  let damaged = 0;
  for (const path of paths)
    for (const line of textOf(path).split("\n")) {
      if (line.trim() === "" || (sessionId !== undefined && !line.includes(sessionId))) continue;
      const record = recordOf(line);
      if (record === null) damaged++;
      else if (sessionId === undefined || record.sessionId === sessionId) records.push(record);
    }
  return { records, damaged };
}

function textOf(path: string): string {
  const refuse = (what: string) => new TranscriptError("unreadable-file", `${path}: ${what}`);
  try {
    const found = statSync(path);
    if (!found.isFile()) throw refuse("is no file; name the one that the hook writes");
    if (found.size > mostBytes) throw refuse("is larger than 256 MiB; is it telemetry of this program?");
    return readFileSync(path, "utf8");
  } catch (error) {
    if (TranscriptError.isInstance(error)) throw error;
    throw new TranscriptError("unreadable-file", reasonOf(path, error));
  }
}
