import { textOfFile } from "../text-of-file.js";
import { type CompactionRecord, recordOf } from "./compaction-record.js";

/** A file is put aside at one mebibyte: what is so large is something else. */
const mostMebibytes = 256;

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
    for (const line of textOfFile(path, mostMebibytes, "name one that the hook writes").split("\n")) {
      if (line.trim() === "" || (sessionId !== undefined && !line.includes(sessionId))) continue;
      const record = recordOf(line);
      if (record === null) damaged++;
      else if (sessionId === undefined || record.sessionId === sessionId) records.push(record);
    }
  return { records, damaged };
}
