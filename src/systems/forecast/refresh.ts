import { spawn } from "node:child_process";
import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../node/make-folder.js";

/** A read takes seconds at most; what holds the lock for longer was ended. */
const longestReadMs = 60_000;

/**
 * Starts a program that works a line out, by itself and without an end to wait for; no second one while the first has the
 * lock, which it removes at its end. False where one is at work already.
 */
export function startRefresh(lock: string, command: readonly string[]): boolean {
  if (!taken(lock)) return false;
  const [program = process.execPath, ...args] = command;
  spawn(program, args, { detached: true, stdio: "ignore", windowsHide: true })
    .on("error", () => rmSync(lock, { force: true }))
    .unref();
  return true;
}

function taken(lock: string): boolean {
  makeFolder(dirname(lock));
  const held = statSync(lock, { throwIfNoEntry: false });
  // Also one of the future: the clock was put back, and it would be held until then.
  if (held !== undefined && Math.abs(Date.now() - held.mtimeMs) > longestReadMs) rmSync(lock, { force: true });
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
