import { type ChildProcessByStdio, spawn } from "node:child_process";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { count } from "../../show/count.js";
import { finding, type LintFinding } from "./finding.js";
import { quote } from "./quote.js";
import { argumentPattern } from "./render-skill.js";
import type { Skill } from "./skill.js";

/** Bytes of output that are kept of one command; more ends it. */
const mostBytes = 1_048_576;

/**
 * Runs the commands of a skill one after the other, in its folder, with the shell, and puts what they print into its pieces.
 * One that fails, prints too much or does not end in time stays unknown and is told. Commands that need arguments, and
 * those of another shell, are not run.
 */
export async function runCommands(skill: Skill, timeoutMs: number, signal?: AbortSignal): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  if ((skill.fields.get("shell")?.value ?? "bash") !== "bash") return findings;
  const argument = argumentPattern(skill.argumentNames);
  for (const piece of skill.pieces) {
    if (piece.kind !== "command" || argument.test(piece.source)) continue;
    signal?.throwIfAborted();
    const { output, fault } = await outputOf(piece.source, skill.path, timeoutMs, signal);
    signal?.throwIfAborted();
    if (fault === null) piece.text = output;
    else {
      const message = `The command ${quote(piece.source)} ${fault}.`;
      findings.push(finding("command-failed", { file: skill.file, line: piece.line, message }));
    }
  }
  return findings;
}

interface Outcome {
  output: string;
  /** What went wrong, after the words "the command"; null where nothing did. */
  fault: string | null;
}

function outputOf(command: string, path: string, timeoutMs: number, signal?: AbortSignal): Promise<Outcome> {
  const cwd = dirname(path);
  return new Promise((resolve) => {
    const child = started(command, cwd);
    if (child === null) {
      resolve({ output: "", fault: "can't be run: it is too long, or holds a zero byte" });
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    let ended: string | null = null;
    const end = (fault: string) => {
      ended ??= fault;
      endGroup(child);
      child.stdout.destroy();
    };
    const timer = setTimeout(() => end(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const interrupt = () => end("was interrupted");
    signal?.addEventListener("abort", interrupt, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else end(`prints more than ${count(mostBytes)} bytes`);
    });
    const done = (fault: string | null) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      endGroup(child);
      resolve({ output: Buffer.concat(chunks).toString("utf8").trimEnd(), fault: ended ?? fault });
    };
    child.on("error", () => done("can't be run: there is no bash"));
    child.on("close", (code) => done(code === 0 ? null : `ended with ${code === null ? "a signal" : `code ${code}`}`));
  });
}

type Child = ChildProcessByStdio<null, Readable, null>;

/** Begins a command in a group of its own, so that what it starts ends with it; null where the system takes no such command. */
function started(command: string, cwd: string): Child | null {
  try {
    return spawn("bash", ["-c", command], {
      cwd,
      env: { ...process.env, CLAUDE_SKILL_DIR: cwd },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
  } catch {
    return null;
  }
}

function endGroup(child: Child): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended already, or the system knows none.
    child.kill("SIGKILL");
  }
}
