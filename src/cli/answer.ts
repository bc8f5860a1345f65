import { once } from "node:events";
import { eachSession } from "../node/each-session.js";
import { reasonOf } from "../node/file-source.js";
import type { SessionFiles } from "../node/folder-sessions.js";
import { openSession } from "../node/open-timeline.js";
import { TranscriptError } from "../read/transcript-error.js";
import { readTimeline } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { painter } from "./paint.js";
import { printJson } from "./print-json.js";
import { printTables } from "./print-tables.js";
import { sessionsAt, standardInput } from "./sessions-at.js";
import { complain, type Terminal } from "./terminal.js";
import type { AskEach, Verb, View } from "./verb.js";

/** What is asked of a verb. */
export interface Question {
  paths: string[];
  /** What the options of the verb gave. */
  given: object;
  json: boolean;
  concurrency: number;
}

/** Columns where there is no terminal to ask. */
const usualWidth = 80;
const leastWidth = 40;

/**
 * Answers one verb for files and folders, and gives the exit code: 0 answered, 1 where a check found a fault, 2 where a
 * session could not be asked. What is wrong with one is a line on standard error and never stops the others.
 */
export async function answer(verb: Verb, question: Question, terminal: Terminal): Promise<number> {
  const { paths, given, json, concurrency } = question;
  const { sessions, problems } = await sessionsAt(paths);
  let unread = 0;
  const onProblem = (message: string) => {
    unread++;
    complain(terminal, message);
  };
  for (const { message } of problems) onProblem(message);
  if (sessions.length === 0 && !json) return 2;

  const askEach: AskEach = async function* (ask) {
    const read = (session: SessionFiles, signal: AbortSignal) =>
      askSession(session, ask, () => openNamed(session, terminal, signal));
    for await (const result of eachSession(sessions, [], { concurrency }, read))
      if ("answer" in result) yield result;
      else onProblem(result.problem);
  };
  const view: View = {
    width: Math.max(leastWidth, terminal.columns ?? usualWidth),
    paint: painter(terminal.color),
    many: sessions.length > 1,
    given,
    write: async (text) => {
      if (!terminal.stdout.write(text)) await once(terminal.stdout, "drain");
    },
  };
  const print = json ? printJson : (verb.print ?? printTables);
  const fault = await print(verb, askEach, view);
  return unread > 0 ? 2 : fault ? 1 : 0;
}

/** Reads one session and asks it; the timeline is let go with the answer. */
async function askSession<T>(
  { main: { path: file } }: SessionFiles,
  ask: (timeline: Timeline, file: string) => T | Promise<T>,
  open: () => Promise<Timeline>,
): Promise<{ file: string; answer: T } | { file: string; problem: string }> {
  try {
    const timeline = await open();
    if (timeline.files.every(({ entries }) => entries === 0))
      return { file, problem: `${file}: ${emptyReason(timeline)}` };
    return { file, answer: await ask(timeline, file) };
  } catch (error) {
    return { file, problem: TranscriptError.isInstance(error) ? error.message : reasonOf(file, error) };
  }
}

function openNamed(session: SessionFiles, { stdin }: Terminal, signal: AbortSignal): Promise<Timeline> {
  if (session === standardInput) return readTimeline(stdin, { signal });
  const agents = session.agents.map(({ path }) => path);
  return openSession(session.main.path, agents, { signal });
}

const emptyReason = (timeline: Timeline): string =>
  timeline.issues.length === 0
    ? "the file is empty; name a transcript that Claude Code has written"
    : "not a transcript, no line is an entry; name a *.jsonl file that Claude Code wrote";
