import { basename, dirname } from "node:path";
import { sessionIdOf } from "../../node/file-names.js";
import { newestFirst, sessionsCalled } from "../../node/known-sessions.js";
import { standardFolder } from "../../node/standard-folder.js";
import { ago } from "../../show/ago.js";
import { plainText } from "../../show/plain-text.js";
import type { Candidate } from "./candidate.js";

/** More than fit on a screen help nobody: whoever looks for an older one types its beginning. */
const most = 30;

/** The ids of sessions that begin so, the newest first, each with its project and its age. */
export function sessionWords(beginning: string): Candidate[] {
  if (!/^[0-9a-f-]*$/i.test(beginning)) return [];
  return newestFirst(sessionsBeginning(beginning.toLowerCase()))
    .slice(0, most)
    .flatMap(({ path, mtimeMs }) => {
      const word = sessionIdOf(path);
      const project = plainText(basename(dirname(path)));
      return word === undefined ? [] : [{ word, about: `${project}, ${ago(Date.now() - mtimeMs)}` }];
    });
}

/** None where the home folder is not known: a Tab is no place for an error. */
function sessionsBeginning(beginning: string): string[] {
  try {
    return sessionsCalled(standardFolder(), beginning);
  } catch {
    return [];
  }
}
