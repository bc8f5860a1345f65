import { type FSWatcher, type Stats, statSync, watch } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { TranscriptError } from "../read/transcript-error.js";
import { reasonOf } from "./file-source.js";
import { isStillThere, stampOf } from "./file-stamp.js";

/** Tells when a file changes. */
export interface FileChanges {
  /** True at once the first time, then when the file has changed since the last call; false when the signal was aborted. */
  next(): Promise<boolean>;
  close(): void;
}

/** After so long without a change, in milliseconds, the file is asked less often where the system tells of changes. */
const quietAfterMs = 60_000;
const quietPolls = 10;

/**
 * Watches one file: the system tells of changes where it can, and every `pollMs` the file is asked, which works everywhere.
 * A file that goes away is waited for. Throws a `TranscriptError` where it is not there at the beginning, or is no regular file.
 */
export function fileChanges(path: string, pollMs: number, signal?: AbortSignal): FileChanges {
  let seen: Stats | null = null;
  let watcher: FSWatcher | null = null;
  let told = false;
  let proven = false;
  let moved = false;
  let lastChange = performance.now();
  let wake: () => void = () => undefined;

  function watchAgain(): void {
    watcher?.close();
    watcher = null;
    moved = false;
    try {
      const opened = watch(path, { persistent: false }, (event) => {
        told = true;
        moved ||= event === "rename";
        wake();
      });
      // Where watching fails, polling goes on alone.
      opened.on("error", () => {
        opened.close();
        proven = false;
      });
      watcher = opened;
    } catch {
      proven = false;
    }
  }

  function statsNow(): Stats | undefined {
    try {
      return statSync(path, { throwIfNoEntry: seen === null });
    } catch (error) {
      throw new TranscriptError("unreadable-file", reasonOf(path, error));
    }
  }

  function look(): boolean {
    const now = statsNow();
    if (now === undefined || (seen !== null && stampOf(now) === stampOf(seen))) return false;
    if (moved || seen === null || !isStillThere(seen, now)) watchAgain();
    if (!now.isFile() && !now.isDirectory())
      throw new TranscriptError(
        "wrong-source",
        `${path}: is no regular file, which alone can be followed; read it once`,
      );
    seen = now;
    return true;
  }

  function pause(): Promise<void> {
    const quiet = proven && performance.now() - lastChange > quietAfterMs;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, quiet ? pollMs * quietPolls : pollMs);
      signal?.addEventListener("abort", done);
      wake = done;
    });
  }

  return {
    async next() {
      // Where every look finds a change, timers and the signal have their turn here.
      await setImmediate();
      if (signal?.aborted) return false;
      while (!look()) {
        told = false;
        await pause();
        if (signal?.aborted) return false;
      }
      proven ||= told;
      lastChange = performance.now();
      return true;
    },
    close: () => watcher?.close(),
  };
}
