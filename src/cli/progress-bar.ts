import type { FolderProgress } from "../node/each-session.js";
import { count } from "../show/count.js";
import { cutEnd } from "../show/text-width.js";
import { leftShown, type RemainingTime, remainingTime } from "./remaining-time.js";
import type { Terminal } from "./terminal.js";

/** One line on standard error that tells how far the reading has come, where that is a terminal. */
export interface ProgressBar {
  /** Draws the line anew, where the last time is a while ago. */
  show(progress: FolderProgress): void;
  /** Takes the line away: before anything else is written, and at the end. */
  clear(): void;
}

const drawnEveryMs = 100;
const barWidth = 20;
const megabyte = 1024 * 1024;
const eraseLine = "\r\u001b[K";

/** Makes a bar that shows nothing of what is done in an instant. */
export function progressBar({ stderr, errorColumns }: Terminal): ProgressBar {
  let lastDrawn = Date.now();
  let visible = false;
  let remaining: RemainingTime | null = null;
  return {
    show(progress) {
      if (errorColumns === null || progress.total < 2) return;
      const now = Date.now();
      remaining ??= remainingTime(progress.bytesToRead, now);
      const left = remaining.of(progress.bytesToRead, now);
      if (now - lastDrawn < drawnEveryMs) return;
      lastDrawn = now;
      visible = true;
      stderr.write(`${eraseLine}${cutEnd(lineOf(progress, left), errorColumns - 1)}`);
    },
    clear() {
      if (visible) stderr.write(eraseLine);
      visible = false;
    },
  };
}

function lineOf({ done, total, bytes, totalBytes }: FolderProgress, left: number | null): string {
  const full = Math.floor((totalBytes === 0 ? done / total : bytes / totalBytes) * barWidth);
  const bar = "#".repeat(full).padEnd(barWidth, ".");
  const megabytes = (size: number): string => count(Math.ceil(size / megabyte));
  const time = left === null || done === total ? "" : `, ${leftShown(left)}`;
  return `[${bar}] ${count(done)}/${count(total)} sessions, ${megabytes(bytes)}/${megabytes(totalBytes)} MB${time}`;
}
