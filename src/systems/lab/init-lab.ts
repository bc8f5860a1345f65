import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { reasonOf } from "../../node/file-source.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { checkWord } from "../../read/wrong-use.js";
import { filesOf } from "./layout.js";
import { writePrivately } from "./manifest.js";
import { drawMarks, type Marks, places } from "./marks.js";
import { shapeOf, shapes } from "./shapes.js";
import { writeFiles } from "./working-directory.js";

/** What `initLab` sets up. */
export interface InitOptions {
  /** The numbers that the files carry: 1 to begin with, 2 for the edit. */
  version: 1 | 2;
  /** Shape whose files are written; default C, which has the rules and the hook, or what was written before. */
  shape?: string;
  /** Draws the same numbers each time, as the lines of `labCommands` want; default: at random. */
  seed?: number;
}

/** What was written. */
export interface LabFiles {
  directory: string;
  /** Paths relative to it. */
  files: string[];
  /** File that says which number stands where. It lies beside the directory, where the model does not look. */
  numbers: string;
}

const drawn = z.object({
  shape: z.string(),
  prefix: z.string(),
  numbers: z.record(z.enum(places), z.tuple([z.string(), z.string()])),
});

/**
 * Writes the marked files of a laboratory into a directory, to drive a session there by hand: version 1 first, version 2
 * for the edit.
 *
 * The numbers of both versions are drawn with version 1. Throws a `TranscriptError` where the directory holds something
 * else, or where version 2 is asked for first.
 */
export function initLab(directory: string, { version, shape, seed }: InitOptions): LabFiles {
  checkWord("version", version, [1, 2] as unknown as string[]);
  const path = resolve(directory);
  const numbers = `${path}.numbers.json`;
  const before = existsSync(numbers) ? readNumbers(numbers) : null;
  if (before === null && version === 2)
    throw new TranscriptError("wrong-option", `${path} has no version 1 yet: write it with --version 1 first.`);
  if (before === null && existsSync(path) && readdirSync(path).length > 0)
    throw new TranscriptError(
      "wrong-option",
      `${path} is not empty, and nothing of it may be replaced: name a new one.`,
    );
  const name = shape ?? before?.shape ?? "C";
  const layout = shapeOf(name)?.layout;
  if (layout === undefined)
    throw new TranscriptError(
      "wrong-option",
      `No shape is called ${JSON.stringify(name)}; name one of ${shapes.map((one) => one.name).join(", ")}.`,
    );
  const marks = (before as Marks | null) ?? drawMarks(seed);
  const files = filesOf(layout, marks, version);
  writePrivately(
    numbers,
    `${JSON.stringify({ shape: name, prefix: marks.prefix, numbers: marks.numbers }, null, 2)}\n`,
  );
  writeFiles(path, files);
  return { directory: path, files: [...files.keys()], numbers };
}

function readNumbers(path: string): z.infer<typeof drawn> {
  try {
    return drawn.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const isOther = error instanceof SyntaxError || error instanceof z.ZodError;
    throw new TranscriptError(
      "unreadable-file",
      isOther
        ? `${path}: not the numbers of a laboratory; move it away, or name another directory`
        : reasonOf(path, error),
    );
  }
}
