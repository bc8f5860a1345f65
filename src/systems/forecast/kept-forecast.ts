import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../../node/cache-folder.js";
import { stampOf } from "../../node/file-stamp.js";

/** The line of a session as it was last worked out. Counts only: no name, no text of the session. */
export interface KeptForecast {
  /** The transcript, and its stamp when it was read. */
  path: string;
  stamp: string;
  /** When it was read, epoch milliseconds. */
  at: number;
  line: string;
  /** Tokens of the model's window, as the status line was told; null where it was not. */
  window: number | null;
}

/** Where what is kept of a session lies: `<session>.json` and its kin. Null for an id that is no name of a file. */
export function keptPath(
  sessionId: string | null,
  kind: "json" | "lock" | "warned",
  cache: string | null,
): string | null {
  return sessionId !== null && /^[\w-]{1,128}$/.test(sessionId)
    ? join(cacheFolder(cache), "forecasts", `${sessionId}.${kind}`)
    : null;
}

/** Reads what was kept of this transcript; null where nothing was, or it is damaged, or of another file. */
export function keptForecast(kept: string, transcript: string): KeptForecast | null {
  try {
    const { path, stamp, at, line, window } = JSON.parse(readFileSync(kept, "utf8")) as Record<string, unknown>;
    const isWhole =
      path === transcript && typeof stamp === "string" && typeof at === "number" && typeof line === "string";
    if (!isWhole || !/^[ -~]{1,300}$/.test(line)) return null;
    return { path: transcript, stamp, at, line, window: typeof window === "number" ? window : null };
  } catch {
    return null;
  }
}

/** The stamp of a transcript, or why it has none. */
export function transcriptStamp(path: string): { stamp: string } | { problem: string } {
  try {
    const stats = statSync(path);
    return stats.isFile() ? { stamp: stampOf(stats) } : { problem: "the transcript is no file" };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { problem: missing ? "there is no transcript yet" : "the transcript can't be read" };
  }
}
