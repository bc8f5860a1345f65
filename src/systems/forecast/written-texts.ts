import { closeSync, openSync, readSync } from "node:fs";
import type { Timeline } from "../../timeline/timeline.js";

/** Tools by which a session writes what outlives a compaction: files, and the task list. */
const writers: ReadonlySet<string | null> = new Set([
  "Write",
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "TodoWrite",
  "TaskCreate",
  "TaskUpdate",
]);

const longestLineBytes = 1024 * 1024;
const mostBytes = 32 * 1024 * 1024;

/**
 * The lines of a transcript in which the main conversation wrote to files and to its task list, as they stand there: a
 * timeline keeps only the heads of such texts. The latest first, of each its first MiB, 32 MiB in all.
 */
export function* writtenTexts(path: string, { events }: Timeline): Generator<string> {
  const failed = new Set(
    events.flatMap((event) => (event.kind === "tool-result" && event.isError === true ? [event.toolUseId] : [])),
  );
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(longestLineBytes);
    let left = mostBytes;
    for (let at = events.length - 1; at >= 0 && left > 0; at--) {
      const event = events[at];
      if (event?.kind !== "tool-call" || event.chain !== "main" || !writers.has(event.name) || failed.has(event.id))
        continue;
      const bytes = buffer.subarray(0, readSync(file, buffer, 0, longestLineBytes, event.place.offset));
      const end = bytes.indexOf("\n");
      const line = end < 0 ? bytes : bytes.subarray(0, end);
      left -= line.length;
      yield line.toString("utf8");
    }
  } finally {
    closeSync(file);
  }
}
