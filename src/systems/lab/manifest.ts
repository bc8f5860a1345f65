import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { reasonOf } from "../../node/file-source.js";
import { replaceFile } from "../../node/replace-file.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { places } from "./marks.js";

const message = z.object({
  step: z.string(),
  /** Ordinal of the process in its run. */
  process: z.number(),
  text: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** What the program said of it; null while it runs, and where it said nothing. */
  result: z
    .object({
      sessionId: z.string().nullable(),
      text: z.string().nullable(),
      isError: z.boolean(),
      subtype: z.string().nullable(),
      turns: z.number().nullable(),
      costUsd: z.number().nullable(),
      models: z.array(z.string()),
    })
    .nullable(),
  problem: z.string().nullable(),
});

/** A session that a run wrote. */
const session = z.object({
  role: z.enum(["main", "control"]),
  id: z.string(),
  /** Copy of the transcript in the laboratory's folder, relative to it; null where none was found. */
  file: z.string().nullable(),
});

const run = z.object({
  format: z.literal(1),
  /** Such as `A1`. */
  run: z.string(),
  shape: z.string(),
  /** Counts from 1; an attempt that did not come to its end is made again. */
  attempt: z.number(),
  state: z.enum(["running", "done", "failed", "interrupted"]),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** What the program says of its version. */
  cliVersion: z.string().nullable(),
  directory: z.string(),
  marks: z.object({
    prefix: z.string().regex(/^[A-Z]{2}$/),
    numbers: z.record(z.enum(places), z.tuple([z.string(), z.string()])),
  }),
  processes: z.number(),
  edited: z.boolean(),
  messages: z.array(message),
  sessions: z.array(session),
  problem: z.string().nullable(),
});

/** One run as it is written down while it goes on. */
export type RunManifest = z.infer<typeof run>;
export type SentMessage = z.infer<typeof message>;

/** What a folder of runs holds. */
export interface Kept {
  /** In the order of their start. */
  runs: RunManifest[];
  /** Files that are no manifests, each with what is wrong. */
  problems: string[];
}

const runsIn = (folder: string): string => join(folder, "runs");
export const manifestPath = (folder: string, { run, attempt }: Pick<RunManifest, "run" | "attempt">): string =>
  join(runsIn(folder), `${run}${attempt === 1 ? "" : `.${attempt}`}.json`);

/** Writes a manifest so that a reader finds the old one or the new one, never a part. For the person alone to read. */
export function writeManifest(folder: string, manifest: RunManifest): void {
  writePrivately(manifestPath(folder, manifest), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes a file for the person alone, whole or not at all. Throws a `TranscriptError` where that can't be done. */
export function writePrivately(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replaceFile(path, text);
  } catch (error) {
    throw new TranscriptError("unreadable-file", reasonOf(path, error));
  }
}

/** A manifest of a run with some dozen messages has some 20 kB. */
const maxBytes = 8 * 1024 * 1024;

/** Reads the manifests of a folder. Never throws: what is no manifest is a problem. */
export function readManifests(folder: string): Kept {
  const kept: Kept = { runs: [], problems: [] };
  let names: string[] = [];
  try {
    names = readdirSync(runsIn(folder)).filter((name) => name.endsWith(".json"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") kept.problems.push(reasonOf(runsIn(folder), error));
  }
  for (const name of names.sort()) {
    const path = join(runsIn(folder), name);
    try {
      if (statSync(path).size > maxBytes) kept.problems.push(`${path}: too large for the manifest of a run`);
      else kept.runs.push(run.parse(JSON.parse(readFileSync(path, "utf8"))));
    } catch (error) {
      kept.problems.push(problemOf(path, error));
    }
  }
  kept.runs.sort((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : a.attempt - b.attempt));
  return kept;
}

function problemOf(path: string, error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${path}: not the manifest of a run: ${issue?.path.join(".") || "the whole"}: ${issue?.message}`;
  }
  return error instanceof SyntaxError ? `${path}: not the manifest of a run: not JSON` : reasonOf(path, error);
}

/** Of each run the attempt that counts: the last one that came to its end, else the last. */
export function countedRuns(runs: readonly RunManifest[]): RunManifest[] {
  const counted = new Map<string, RunManifest>();
  for (const one of runs) {
    const known = counted.get(one.run);
    if (known === undefined || known.state !== "done" || one.state === "done") counted.set(one.run, one);
  }
  return [...counted.values()];
}
