import type { FolderProgress } from "../node/each-session.js";
import { count } from "../show/count.js";
import { cutEnd } from "../show/text-width.js";
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
  return {
    show(progress) {
      if (errorColumns === null || progress.total < 2 || Date.now() - lastDrawn < drawnEveryMs) return;
      lastDrawn = Date.now();
      visible = true;
      stderr.write(`${eraseLine}${cutEnd(lineOf(progress), errorColumns - 1)}`);
    },
    clear() {
      if (visible) stderr.write(eraseLine);
      visible = false;
    },
  };
}

function lineOf({ done, total, bytes, totalBytes }: FolderProgress): string {
  const full = Math.floor((totalBytes === 0 ? done / total : bytes / totalBytes) * barWidth);
  const bar = "#".repeat(full).padEnd(barWidth, ".");
  const megabytes = (size: number): string => count(Math.ceil(size / megabyte));
  return `[${bar}] ${count(done)}/${count(total)} sessions, ${megabytes(bytes)}/${megabytes(totalBytes)} MB`;
}
