import { dirname } from "node:path";
import { dropOldFiles } from "../../node/drop-old-files.js";
import { makeFolder } from "../../node/make-folder.js";
import { replaceFile } from "../../node/replace-file.js";
import { sessionEnd } from "../../node/session-end.js";
import { forecast } from "../../queries/forecast.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { type KeptForecast, keptPath, transcriptStamp } from "./kept-forecast.js";
import { lossesOf, lossLine } from "./losses.js";
import { unknownLine } from "./status-line.js";

/** Where `keepForecast` keeps it. */
export interface KeepOptions {
  /** Where to keep it; null (default) for the user's cache folder. */
  cache?: string | null;
  /** Tokens of the model's window, to be kept beside it. */
  window?: number | null;
}

const keptDays = 30;

/**
 * Works out what a compaction now would lose, and keeps the line for `statusLine`. Only the end of the transcript is read.
 *
 * A transcript that can't be read has a line that says so. Throws a `TranscriptError` for a session id that can't name a
 * file, and what the system throws where nothing can be written.
 */
export async function keepForecast(
  sessionId: string,
  transcript: string,
  { cache = null, window = null }: KeepOptions = {},
): Promise<KeptForecast> {
  const path = keptPath(sessionId, "json", cache);
  if (path === null)
    throw new TranscriptError(
      "wrong-option",
      `The session id ${sessionId} can't name a file; pass the one that Claude Code gave.`,
    );
  // Before it is read: what is written meanwhile is outdated at once, and not missed.
  const current = transcriptStamp(transcript);
  const kept = {
    path: transcript,
    stamp: "stamp" in current ? current.stamp : "",
    at: Date.now(),
    line: "stamp" in current ? await lineOf(transcript, cache) : unknownLine(current.problem),
    window,
  };
  makeFolder(dirname(path));
  replaceFile(path, JSON.stringify(kept));
  dropOldFiles(dirname(path), keptDays);
  return kept;
}

async function lineOf(transcript: string, cache: string | null): Promise<string> {
  try {
    const { timeline, complete } = await sessionEnd(transcript, cache === null ? {} : { cache });
    if (timeline.events.length === 0) return unknownLine("the transcript holds no conversation");
    return lossLine(lossesOf(forecast(timeline)), complete);
  } catch {
    return unknownLine("the transcript can't be read");
  }
}
