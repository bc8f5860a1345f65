import { existsSync } from "node:fs";
import { basename } from "node:path";
import { sessionIdOf } from "../node/file-names.js";
import { sessionsCalled } from "../node/known-sessions.js";
import { standardFolder } from "../node/standard-folder.js";
import { TranscriptError } from "../read/transcript-error.js";
import { shortPath } from "./short-path.js";

/** What may be the id of a session, or the beginning of one. */
export const beginningOfId = /^[0-9a-f][0-9a-f-]{2,}$/i;

/** Whether the standard folder has a session whose id is this word or begins so. */
export const beginsSession = (word: string): boolean =>
  beginningOfId.test(word) && sessionsCalled(standardFolder(), word.toLowerCase()).length > 0;

/**
 * The path of a session that is named by its id or the beginning of it; any other word, and what is there as a file, is a
 * path. Throws a `TranscriptError` where the standard folder has no such session, or several: other ones, or copies of one.
 */
export function pathNamed(word: string): string {
  if (/[\\/.~]/.test(word) || existsSync(word)) return word;
  if (!beginningOfId.test(word))
    throw new TranscriptError(
      "unreadable-file",
      `${word}: no such file; check the path, or give at least three characters of a session's id, which has 0-9, a-f and -`,
    );
  const root = standardFolder();
  const found = sessionsCalled(root, word.toLowerCase());
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const ids = new Set(found.map((path) => basename(path, ".jsonl")));
  if (first !== undefined && ids.size === 1)
    throw new TranscriptError(
      "unreadable-file",
      `${word}: ${found.length} files have this id, such as ${shortPath(first)} and ${shortPath(found[1] as string)}; give the path of one`,
    );
  const some = [...ids].slice(0, 2);
  throw new TranscriptError(
    "unreadable-file",
    first === undefined
      ? `${word}: no such file, and no session in ${shortPath(root)} whose id begins so; tidemark session lists them`
      : `${word}: ${ids.size} sessions begin so, such as ${some.join(" and ")}; give more of the id`,
  );
}

/** The shortest word that names the file of a session: the beginning of its id where no other file has it, else its path. */
export function wordFor(path: string): string {
  const id = sessionIdOf(path);
  if (id === undefined) return path;
  const beginning = id.slice(0, 8).toLowerCase();
  const found = sessionsCalled(standardFolder(), beginning);
  return found.length === 1 && found[0] === path ? beginning : path;
}
