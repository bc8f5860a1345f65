import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { childFlag } from "./child-flag.js";
import { harmless } from "./note.js";

export interface Summarising {
  /** Run by the system's shell, as it was given: nothing of a transcript is in it. */
  command: string;
  /** What it gets on standard input. */
  input: string;
  timeoutMs: number;
  /** Folder in which it runs. */
  cwd: string;
  signal?: AbortSignal | undefined;
}

/** More than a note of any length. */
const mostOutputBytes = 256 * 1024;
const mostErrorBytes = 4 * 1024;
/** What a program that has ended left in its pipes is there at once; a child of it may hold them open. */
const drainMs = 300;

/**
 * Runs a summariser and gives what it printed, or in one line why there is nothing of use. It ends, with all processes
 * that it started, when its time is over, when it prints too much, or when the signal says so.
 *
 * Known gaps: a process that leaves its process group is not ended, and on Windows only the shell is.
 */
export async function summarise(given: Summarising): Promise<{ text: string } | { failed: string }> {
  const child = started(given);
  if ("failed" in child) return child;
  const out = taken(child.stdout, mostOutputBytes);
  const err = taken(child.stderr, mostErrorBytes);
  // It may end without having read what it gets.
  child.stdin.on("error", () => {});
  child.stdin.end(given.input);
  try {
    const end = await endOf(child, out, given);
    if ("failed" in end) return end;
    const [text, problem] = [out.text(), err.text().trim()];
    if (end.how !== 0) return { failed: `ended with ${end.how}${because(problem || text)}` };
    return text.trim() === "" ? { failed: `printed nothing${because(problem)}` } : { text };
  } finally {
    endAll(child);
  }
}

function started({ command, cwd }: Summarising): ChildProcessWithoutNullStreams | { failed: string } {
  const env = { ...process.env, [childFlag]: "1" };
  try {
    return spawn(command, { shell: true, detached: ownGroups, cwd, env, stdio: "pipe" });
  } catch (error) {
    return { failed: notStarted(error) };
  }
}

const notStarted = (error: unknown): string => `could not be started${because((error as Error).message)}`;

const ownGroups = process.platform !== "win32";

/** Waits for the end of a program and of its output, as long as there is time. */
function endOf(
  child: ChildProcess,
  out: Taken,
  { timeoutMs, signal }: Summarising,
): Promise<{ how: number | string | null } | { failed: string }> {
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const settle = (end: { how: number | string | null } | { failed: string }) => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      resolve(end);
    };
    const fail = (failed: string) => settle({ failed });
    const interrupt = () => fail("was ended with the hook");
    timers.push(setTimeout(() => fail(`did not end within ${Math.round(timeoutMs / 100) / 10} s`), timeoutMs));
    child.once("error", (error) => fail(notStarted(error)));
    child.once("exit", (code, by) => {
      const done = () => settle({ how: by ?? code });
      child.once("close", done);
      timers.push(setTimeout(done, drainMs));
    });
    out.onTooMuch = () => fail(`printed more than ${mostOutputBytes / 1024} KiB`);
    if (signal?.aborted === true) interrupt();
    else signal?.addEventListener("abort", interrupt, { once: true });
  });
}

/** The beginning of what a stream gave. */
interface Taken {
  text(): string;
  onTooMuch: () => void;
}

/** Takes so many bytes of a stream and throws away the rest. */
function taken(stream: Readable, most: number): Taken {
  const chunks: Buffer[] = [];
  let left = most;
  const found: Taken = { text: () => Buffer.concat(chunks).toString("utf8"), onTooMuch: () => {} };
  stream.on("error", () => {});
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, left));
    if (chunk.length > left) found.onTooMuch();
    left = Math.max(0, left - chunk.length);
  });
  return found;
}

function endAll(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy();
  try {
    if (ownGroups && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // All of it has ended.
  }
}

/** What a failed program said, as the end of a sentence. */
export const because = (text: string): string => {
  const line = harmless(text.slice(0, 2000))
    .replace(/[.\s]+$/, "")
    .trim();
  return line === "" ? "" : `: ${line.length > 160 ? `${line.slice(0, 160)}…` : line}`;
};
