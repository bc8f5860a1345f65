import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TranscriptError } from "../../read/transcript-error.js";
import { fileOf, filesOf, type Layout, personalText } from "./layout.js";
import type { Marks } from "./marks.js";

/** The directory that a run works in, with its files. */
export interface WorkingDirectory {
  path: string;
  edit: () => void;
  backDate: () => void;
  /** Removes what the run wrote, the directory too unless it is to be kept. */
  clear: (keep: boolean) => void;
}

/**
 * Makes a directory with the files of version 1. Its name tells nothing: a summariser sees it.
 *
 * With `personalFolder`, the person's `CLAUDE.md` is written there too. Throws a `TranscriptError` where there is one.
 */
export function makeWorkingDirectory(layout: Layout, marks: Marks, personalFolder: string | null): WorkingDirectory {
  const personal = personalFolder === null ? null : join(personalFolder, "CLAUDE.md");
  if (personal !== null && existsSync(personal))
    throw new TranscriptError(
      "wrong-option",
      `${personal} is there already, and would be replaced: name a folder of settings that is made for the laboratory, or move the file away.`,
    );
  // Links are resolved: the record holds the path as the program sees it.
  const path = realpathSync(mkdtempSync(join(tmpdir(), "p-")));
  const write = (version: 1 | 2): void => {
    writeFiles(path, filesOf(layout, marks, version));
    if (personal !== null) writeFiles(dirname(personal), new Map([["CLAUDE.md", personalText(marks, version)]]));
  };
  write(1);
  return {
    path,
    edit: () => write(2),
    backDate: () => {
      const old = new Date(Date.now() - 2 * 86_400_000);
      for (const file of ["sub/data.txt", fileOf.sub as string, fileOf["path-rule"] as string])
        utimesSync(join(path, file), old, old);
    },
    clear: (keep) => {
      if (personal !== null) rmSync(personal, { force: true });
      if (!keep) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Writes the files whose text is another one, each a millisecond newer than the one before it; the times of the rest stay. */
export function writeFiles(folder: string, files: Map<string, string>): void {
  // By itself a file system gives those of one tick of its clock the same time, and the newest five of six are any five.
  let at = Date.now();
  for (const [name, text] of files) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    at += 1;
    utimesSync(path, new Date(at), new Date(at));
  }
}
