import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileSource } from "../node/file-source.js";
import { type TraceRow, traceSource } from "../queries/trace.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { Marker } from "../timeline/markers.js";
import type { Timeline } from "../timeline/timeline.js";
import { standardInput } from "./standard-input.js";

/** Traces markers through the files of a session once more, so that tool payloads are searched whole and never kept. */
export async function traceSession(
  { files, sessionId }: Timeline,
  path: string,
  markers: Marker[],
): Promise<TraceRow[]> {
  if (path === standardInput.main.path || !statSync(path).isFile())
    throw new TranscriptError(
      "wrong-source",
      `${path}: trace reads a transcript twice, and this can be read once; save it to a file and name that`,
    );
  const rows: TraceRow[] = [];
  for (const { name, chain } of files) {
    const source = fileSource(name === null ? path : join(dirname(path), name));
    for (const row of await traceSource(source, markers, { sessionId: sessionId ?? undefined }))
      rows.push({
        ...row,
        chain: row.chain === "main" ? chain : row.chain,
        evidence: name === null ? row.evidence : row.evidence.map((place) => ({ ...place, file: name })),
      });
  }
  return rows;
}
