import { once } from "node:events";
import { indexedFolder } from "../node/indexed-folder.js";
import type { StoredQuery } from "../node/stored-queries.js";
import { askSessions } from "./ask-sessions.js";
import { painter } from "./paint.js";
import { printJson } from "./print-json.js";
import { printTables } from "./print-tables.js";
import { progressBar } from "./progress-bar.js";
import { sessionsAt } from "./sessions-at.js";
import { complain, type Terminal } from "./terminal.js";
import type { Asking, View } from "./verb.js";

/** What is asked of a verb. */
export interface Question {
  paths: string[];
  /** What the options of the verb gave. */
  given: object;
  json: boolean;
  concurrency: number;
  /** Whether to use the index of a folder, where the verb can. */
  index: boolean;
}

/** Columns where there is no terminal to ask. */
const usualWidth = 80;
const leastWidth = 40;

/**
 * Answers one verb for files and folders, and gives the exit code: 0 answered, 1 where a check found a fault, 2 where a
 * session could not be asked. What is wrong with one is a line on standard error and never stops the others.
 */
export async function answer(verb: Asking, question: Question, terminal: Terminal): Promise<number> {
  const { paths, given, json, concurrency, index } = question;
  const stored: StoredQuery[] = verb.stored === undefined ? [] : [...verb.stored, "emptiness"];
  const found = await sessionsAt(paths, (path, onProblem) =>
    indexedFolder(path, stored, { index: stored.length > 0 && index, concurrency }, onProblem),
  );
  const bar = progressBar(terminal);
  let unread = 0;
  const onProblem = (message: string) => {
    unread++;
    bar.clear();
    complain(terminal, message);
  };
  for (const { message } of found.problems) onProblem(message);
  if (found.sessions.length === 0 && !json) return 2;

  const asked = askSessions(found, terminal, { stored, concurrency, onProgress: bar.show, onProblem });
  const view: View = {
    width: Math.max(leastWidth, terminal.columns ?? usualWidth),
    paint: painter(terminal.color),
    many: found.sessions.length > 1,
    given,
    write: async (text) => {
      bar.clear();
      if (!terminal.stdout.write(text)) await once(terminal.stdout, "drain");
    },
  };
  const print = json ? printJson : (verb.print ?? printTables);
  const fault = await print(verb, asked, view).finally(bar.clear);
  return unread > 0 ? 2 : fault ? 1 : 0;
}
