import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { reasonOf } from "../../node/file-source.js";
import { standardFolder } from "../../node/standard-folder.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { checkCount } from "../../read/wrong-use.js";
import { redactText } from "../../timeline/secrets.js";
import { launch } from "./child.js";
import { type Spent, spentOn } from "./cost.js";
import { driveRun, type Means } from "./drive-run.js";
import { type PlanOptions, planFor, writePlan } from "./lab-plan.js";
import { countedRuns, type RunManifest, readManifests, writeManifest } from "./manifest.js";
import { drawMarks } from "./marks.js";
import { type PlannedRun, plannedRuns, shapesNamed } from "./plan.js";
import { processesOf } from "./shapes.js";

/** How `runLab` runs. */
export interface LabOptions extends PlanOptions {
  /** US dollars at which nothing more is asked; default 5. What one message costs is known only after it. */
  budgetUsd?: number;
  /** Processes that may be started in all, those of earlier calls included; default no limit. */
  maxProcesses?: number;
  /** Time for one answer; default 300,000. */
  timeoutMs?: number;
  /** Keeps the directories that the runs worked in; default false. */
  keepDirectories?: boolean;
  /** Makes the numbers in the files the same each time, for tests; default: drawn at random. */
  seed?: number;
  signal?: AbortSignal;
  /** Is told when a run begins and when it has ended. */
  onRun?: (run: RunManifest, at: number, of: number) => void;
}

/** What a laboratory came to. */
export interface LabOutcome {
  folder: string;
  cliVersion: string | null;
  /** Runs that came to their end, those of earlier calls included. */
  done: string[];
  failed: { run: string; problem: string }[];
  /** Runs that are still to be made. */
  open: string[];
  /** Why it ended before all runs were made; null where none is open. */
  stopped: string | null;
  spent: Spent;
}

/**
 * Makes the runs of a laboratory that are still to be made, one after another, with an existing `claude` program; each is
 * written down in the folder while it goes on.
 *
 * Called again for the same folder it goes on, with what it was called with where nothing else is given: a run that did not
 * come to its end is made anew. Two failures in a row end
 * it, and so do the limits, an unknown cost (no budget can be held with it) and the signal, which ends the program with
 * its children.
 *
 * Throws a `TranscriptError` where the folder, an option or the program can't be used. This asks a model and costs money.
 *
 * Known gaps: on Windows the program must be an executable, not a script; a message may cost more than is left.
 */
export async function runLab(folder: string, options: LabOptions = {}): Promise<LabOutcome> {
  const { budgetUsd = 5, maxProcesses = Number.POSITIVE_INFINITY, timeoutMs = 300_000 } = options;
  checkCount("maxProcesses", maxProcesses, 1);
  checkCount("timeoutMs", timeoutMs, 1);
  if (!(budgetUsd > 0)) throw new TranscriptError("wrong-option", "`budgetUsd` must be more than 0: US dollars.");
  checkEnvironment();
  const path = resolve(folder);
  const plan = planFor(path, options);
  const { program, configDir } = plan;
  const planned = plannedRuns(shapesNamed(plan.shapes, configDir), plan.runs);
  const interrupted = options.signal ?? new AbortController().signal;
  const cliVersion = await versionOf(program, interrupted);
  writePlan(path, plan);
  const unlock = lock(path);
  try {
    const { runs, problems } = readManifests(path);
    if (problems[0] !== undefined)
      throw new TranscriptError("unreadable-file", `${problems[0]}; move it away to go on`);
    checkSameVersion(runs, cliVersion, path);
    const unknownBefore = new Set(spentOn(runs).unknownIn);
    const means = {
      client: { program, model: plan.model },
      folder: path,
      projects: configDir === null ? standardFolder() : join(configDir, "projects"),
      configDir,
      timeoutMs,
      keepDirectories: options.keepDirectories ?? false,
      signal: interrupted,
      stop: () => (interrupted.aborted ? "interrupted" : overBudget(spentOn(runs), budgetUsd, unknownBefore)),
    };
    const stopped = await makeRuns(planned, runs, means, { maxProcesses }, cliVersion, options);
    return outcomeOf(path, planned, runs, cliVersion, stopped);
  } finally {
    unlock();
  }
}

async function makeRuns(
  planned: PlannedRun[],
  runs: RunManifest[],
  means: Omit<Means, "save">,
  { maxProcesses }: { maxProcesses: number },
  cliVersion: string | null,
  { seed, onRun }: LabOptions,
): Promise<string | null> {
  let failures = 0;
  for (const [at, { run: name, shape }] of planned.entries()) {
    const before = runs.filter(({ run }) => run === name);
    if (before.some(({ state }) => state === "done")) continue;
    const spent = spentOn(runs);
    const stopped = means.stop();
    if (stopped !== null) return stopped;
    if (spent.processes + processesOf(shape) > maxProcesses)
      return `${name} needs ${processesOf(shape)} more processes, and ${spent.processes} of ${maxProcesses} are used`;
    const run: RunManifest = {
      format: 1,
      run: name,
      shape: shape.name,
      attempt: 1 + Math.max(0, ...before.map(({ attempt }) => attempt)),
      state: "running",
      startedAt: new Date().toISOString(),
      endedAt: null,
      cliVersion,
      directory: "",
      marks: drawMarks(seed === undefined ? undefined : seed * 1000 + at),
      processes: 0,
      edited: false,
      messages: [],
      sessions: [{ role: "main", id: randomUUID(), file: null }],
      problem: null,
    };
    runs.push(run);
    onRun?.(run, at + 1, planned.length);
    await driveRun(run, shape, { ...means, save: () => writeManifest(means.folder, run) });
    onRun?.(run, at + 1, planned.length);
    if (run.state === "interrupted") return run.problem;
    failures = run.state === "failed" ? failures + 1 : 0;
    if (failures === 2) return `two runs in a row failed, the last with: ${run.problem}`;
  }
  return null;
}

function outcomeOf(
  folder: string,
  planned: PlannedRun[],
  runs: RunManifest[],
  cliVersion: string | null,
  stopped: string | null,
): LabOutcome {
  const counted = new Map(countedRuns(runs).map((run) => [run.run, run]));
  const stateOf = ({ run }: PlannedRun) => counted.get(run);
  const failed = planned.flatMap((one) => {
    const run = stateOf(one);
    return run?.state === "failed" ? [{ run: run.run, problem: run.problem ?? "not known" }] : [];
  });
  const isOpen = (one: PlannedRun): boolean => !["done", "failed"].includes(stateOf(one)?.state ?? "open");
  return {
    folder,
    cliVersion,
    done: planned.filter((one) => stateOf(one)?.state === "done").map(({ run }) => run),
    failed,
    open: planned.filter(isOpen).map(({ run }) => run),
    stopped,
    spent: spentOn(runs),
  };
}

/**
 * Why nothing more may be asked. An unknown cost is not 0, so that no budget can be held with it; what was unknown before
 * this call was the person's to weigh.
 */
function overBudget({ usd, unknownIn }: Spent, budgetUsd: number, unknownBefore: ReadonlySet<string>): string | null {
  if (usd >= budgetUsd) return `the budget of $${budgetUsd.toFixed(2)} is used up ($${usd.toFixed(2)})`;
  const unknown = unknownIn.filter((run) => !unknownBefore.has(run));
  if (unknown.length === 0 || budgetUsd === Number.POSITIVE_INFINITY) return null;
  return `what ${unknown.join(" and ")} cost is not known, so the budget can't be held; look at your account, then go on`;
}

/** Variables that keep a client from writing transcripts. Source: code.claude.com/docs, environment variables, 2026-08-22. */
function checkEnvironment(): void {
  const { CLAUDE_CODE_SKIP_PROMPT_HISTORY: skips } = process.env;
  if (skips === undefined || skips === "" || skips === "0") return;
  throw new TranscriptError(
    "wrong-option",
    "CLAUDE_CODE_SKIP_PROMPT_HISTORY is set, so no transcript would be written: unset it.",
  );
}

/** Runs of two versions in one folder could not be told apart as two measurements. */
function checkSameVersion(runs: RunManifest[], cliVersion: string | null, folder: string): void {
  const other = runs.find((run) => run.cliVersion !== cliVersion);
  if (other === undefined) return;
  throw new TranscriptError(
    "wrong-option",
    `${folder} holds runs of ${other.cliVersion ?? "an unknown version"}, and the program is ${cliVersion ?? "of an unknown version"}: name a new folder, and compare both with tidemark lab report`,
  );
}

async function versionOf(program: string, signal: AbortSignal): Promise<string | null> {
  let printed = "";
  const running = launch({ program, args: ["--version"], cwd: process.cwd(), env: process.env, signal }, (text) => {
    printed += text;
  });
  running.close();
  const timer = setTimeout(() => running.kill("did not tell its version within 30 s"), 30_000);
  const { problem, code } = await running.ended;
  clearTimeout(timer);
  if (problem === null && code === 0) return /\d+\.\d+\.\d+[\w.-]*/.exec(printed)?.[0] ?? null;
  const why =
    problem ?? `--version ended with code ${code ?? "none"}: ${redactText(running.complaint().trim().slice(0, 300))}`;
  const reason = why.includes("ENOENT") ? "no such program" : why.includes("EACCES") ? "is no program to run" : why;
  throw new TranscriptError("wrong-option", `${program}: ${reason}; name the program with --claude PATH`);
}

/** Marks the folder as in use. Throws where another process uses it; a mark that a dead one left is replaced. */
function lock(folder: string): () => void {
  const path = join(folder, "in-use");
  const take = (): void => writeFileSync(path, String(process.pid), { mode: 0o600, flag: "wx" });
  try {
    take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new TranscriptError("unreadable-file", reasonOf(path, error));
    const other = readFileSync(path, "utf8");
    if (isRunning(Number(other)))
      throw new TranscriptError(
        "wrong-option",
        `${folder} is in use by process ${other}: wait for its end, or name another folder.`,
      );
    rmSync(path, { force: true });
    take();
  }
  return () => rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
