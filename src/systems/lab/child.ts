import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as later } from "node:timers/promises";

/** A program to start, and what ends it early. */
export interface Launch {
  program: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** How a program ended. */
export interface Ended {
  code: number | null;
  signal: string | null;
  /** Why it could not be started, or was ended early; null where it ended by itself. */
  problem: string | null;
}

/** A program that runs. */
export interface Running {
  /** Writes to its standard input. */
  write: (text: string) => void;
  /** Closes its standard input. */
  close: () => void;
  /** Ends it and the processes that it started. */
  kill: (problem: string) => void;
  ended: Promise<Ended>;
  /** The end of what it wrote to standard error. */
  complaint: () => string;
}

/** Characters that one program may write in all; a session of this size would be no laboratory's. */
const maxOutput = 64 * 1024 * 1024;
const maxComplaint = 4_000;
const graceMs = 2_000;
const drainMs = 1_000;

/** Starts a program in a process group of its own, and gives what it writes to `onText`. Never throws. */
export function launch({ program, args, cwd, env, signal }: Launch, onText: (text: string) => void): Running {
  const child = spawn(program, args, { cwd, env, detached: process.platform !== "win32", stdio: "pipe" });
  let problem: string | null = null;
  let complaint = "";
  let written = 0;
  let isOver = false;
  const kill = (why: string): void => {
    if (isOver || problem !== null) return;
    problem = why;
    endTree(child, "SIGTERM");
    // What does not end by itself, children that outlived their parent included, is ended.
    setTimeout(() => endTree(child, "SIGKILL"), graceMs);
  };
  const onAbort = (): void => kill("interrupted");
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text.length;
    if (written > maxOutput) kill(`wrote more than ${maxOutput / 1024 / 1024} MB`);
    else onText(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-maxComplaint);
  });
  // A program that is gone is told of by its end, not by the pipe.
  child.stdin.on("error", () => {});
  const ended = endOf(child).then((end) => {
    isOver = true;
    signal.removeEventListener("abort", onAbort);
    return { ...end, problem: end.problem ?? problem };
  });
  return {
    write: (text) => void child.stdin.write(text),
    close: () => void child.stdin.end(),
    kill,
    ended,
    complaint: () => complaint,
  };
}

async function endOf(child: ChildProcess): Promise<Ended> {
  try {
    const closed = once(child, "close").catch(() => {});
    const [code, signal] = await once(child, "exit");
    // A process that it left behind may hold the pipes open.
    await Promise.race([closed, later(drainMs, undefined, { ref: false })]);
    return { code, signal, problem: null };
  } catch (error) {
    return { code: null, signal: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

function endTree(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" }).on("error", () => {});
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The whole group has ended.
  }
}
