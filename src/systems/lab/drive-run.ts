import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TranscriptError } from "../../read/transcript-error.js";
import { redactText } from "../../timeline/secrets.js";
import type { Launch } from "./child.js";
import { argumentsFor, type Client, streamArguments } from "./command-line.js";
import { type Answer, askOnce, type Conversation, converse } from "./conversation.js";
import { type RunManifest, type SentMessage, writePrivately } from "./manifest.js";
import { redactLines } from "./redact-lines.js";
import { isSay, type Say, type Shape } from "./shapes.js";
import { makeWorkingDirectory } from "./working-directory.js";

/** What a run is driven with. */
export interface Means {
  client: Client;
  /** Folder of the laboratory. */
  folder: string;
  /** Folder in which the program keeps its transcripts. */
  projects: string;
  /** Folder of settings to give to the program; null for its own. */
  configDir: string | null;
  timeoutMs: number;
  keepDirectories: boolean;
  signal: AbortSignal;
  /** Why nothing more may be asked; null where it may. */
  stop: () => string | null;
  /** Writes the manifest down; called after every change. */
  save: () => void;
}

/** Takes one run from its first message to its last, and writes down what happened. Throws only where that can't be written down. */
export async function driveRun(run: RunManifest, shape: Shape, means: Means): Promise<void> {
  try {
    const personal = shape.personal ? means.configDir : null;
    const directory = makeWorkingDirectory(shape.layout, run.marks, personal);
    run.directory = directory.path;
    means.save();
    try {
      await takeSteps(run, shape, means, directory);
    } finally {
      directory.clear(means.keepDirectories);
    }
  } catch (error) {
    fail(run, "failed", TranscriptError.isInstance(error) ? error.message : `the laboratory failed: ${String(error)}`);
  }
  try {
    keepTranscripts(run, means);
  } catch (error) {
    fail(run, "failed", `the transcript could not be kept: ${error instanceof Error ? error.message : String(error)}`);
  }
  run.endedAt = new Date().toISOString();
  means.save();
}

async function takeSteps(
  run: RunManifest,
  shape: Shape,
  means: Means,
  directory: { path: string; edit: () => void; backDate: () => void },
): Promise<void> {
  const start = (args: string[]): Launch => {
    run.processes++;
    means.save();
    const { program } = means.client;
    return {
      program,
      args,
      cwd: directory.path,
      env: environmentOf(shape, means, directory.path),
      signal: means.signal,
    };
  };
  let conversation: Conversation | null = null;
  let compacted = false;
  for (const step of shape.steps) {
    if (!isSay(step)) {
      if (step.step === "edit") directory.edit();
      else directory.backDate();
      run.edited ||= step.step === "edit";
      means.save();
      continue;
    }
    if (step.untilBoundary && compacted) continue;
    const stopped = means.signal.aborted ? "interrupted" : means.stop();
    if (stopped !== null) {
      fail(run, "interrupted", stopped);
      break;
    }
    const message = begin(run, shape, step);
    // A laboratory that is killed must not take what it was about to ask for free.
    means.save();
    let answer: Answer;
    if (shape.by === "stream") {
      const id = mainSession(run).id;
      conversation ??= converse(start(streamArguments(shape, mostTurns(shape), id, means.client)));
      message.process = run.processes;
      answer = await conversation.ask(message.text, means.timeoutMs);
    } else {
      const going = { id: mainSession(run).id, isNew: run.processes === 0 };
      answer = await askOnce(start(argumentsFor(shape, step, message.text, going, means.client)), means.timeoutMs);
    }
    compacted ||= answer.boundaries > 0;
    finish(run, message, answer);
    means.save();
    if (answer.problem !== null) {
      const isOurs = means.signal.aborted;
      fail(
        run,
        isOurs ? "interrupted" : "failed",
        isOurs ? "interrupted" : `${step.step}: ${redactText(answer.problem)}`,
      );
      break;
    }
  }
  await conversation?.end();
  if (run.state === "running") run.state = "done";
}

const mostTurns = ({ steps }: Shape): number => Math.max(...steps.filter(isSay).map(({ maxTurns }) => maxTurns));

const mainSession = ({ sessions }: RunManifest) => sessions[0] as RunManifest["sessions"][number];

function begin(run: RunManifest, { by }: Shape, say: Say): SentMessage {
  const message: SentMessage = {
    step: say.step,
    process: by === "stream" ? 1 : run.processes + 1,
    text: say.text(run.marks),
    startedAt: new Date().toISOString(),
    endedAt: null,
    result: null,
    problem: null,
  };
  run.messages.push(message);
  return message;
}

/** Characters of an answer that are kept: a list of numbers needs far less. */
const maxAnswer = 20_000;

function finish(run: RunManifest, message: SentMessage, { result, problem }: Answer): void {
  message.endedAt = new Date().toISOString();
  message.problem = problem === null ? null : redactText(problem);
  if (result === null) return;
  message.result = { ...result, text: result.text === null ? null : redactText(result.text.slice(0, maxAnswer)) };
  const { sessionId } = result;
  if (sessionId === null) return;
  if (message.step === "control") run.sessions.push({ role: "control", id: sessionId, file: null });
  // Some clients go on with a resumed session under a new id: the last one holds all.
  else mainSession(run).id = sessionId;
}

function fail(run: RunManifest, state: "failed" | "interrupted", problem: string): void {
  run.state = state;
  run.problem = problem;
}

/** The variables of this process; where the person started it is not told. */
function environmentOf({ env }: Shape, { configDir }: Means, directory: string): NodeJS.ProcessEnv {
  const { OLDPWD: _, ...own } = process.env;
  return { ...own, ...env, PWD: directory, ...(configDir === null ? {} : { CLAUDE_CONFIG_DIR: configDir }) };
}

/** Copies the transcripts of a run into the laboratory, as the program removes old ones; secrets stay behind. */
function keepTranscripts(run: RunManifest, { folder, projects }: Means): void {
  for (const session of run.sessions) {
    if (run.messages.length === 0) return;
    const found = transcriptOf(projects, session.id);
    if (found === null) continue;
    const name = `${run.run}${run.attempt === 1 ? "" : `.${run.attempt}`}${session.role === "main" ? "" : ".control"}`;
    const file = `transcripts/${name}.jsonl`;
    writePrivately(join(folder, file), redactLines(readFileSync(found, "utf8")));
    session.file = file;
  }
  if (run.state === "done" && mainSession(run).file === null)
    fail(
      run,
      "failed",
      `no transcript ${mainSession(run).id}.jsonl below ${projects}: name the folder of settings that the program uses with --config-dir`,
    );
}

/** The transcript of a session, in whichever project's folder it lies. The id came from a program's output. */
function transcriptOf(projects: string, id: string): string | null {
  if (!/^[0-9a-f-]{36}$/i.test(id) || !existsSync(projects)) return null;
  for (const project of readdirSync(projects)) {
    const path = join(projects, project, `${id}.jsonl`);
    if (existsSync(path)) return path;
  }
  return null;
}
