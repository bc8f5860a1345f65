import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { reasonOf } from "../../node/file-source.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { checkCount } from "../../read/wrong-use.js";
import { writePrivately } from "./manifest.js";

const plan = z.object({
  /** Names of shapes, and of groups of them. */
  shapes: z.array(z.string()),
  /** Runs of each shape. */
  runs: z.number().int().min(1),
  program: z.string(),
  model: z.string().nullable(),
  configDir: z.string().nullable(),
});

/** What a laboratory is to make, kept in its folder so that it can go on. */
export type LabPlan = z.infer<typeof plan>;

/** What a laboratory is to test. */
export interface PlanOptions {
  /** Names of shapes, or `article` (A, B, BC, C, D; the default) or `all`. */
  shapes?: readonly string[];
  /** Runs of each shape; default 2. */
  runs?: number;
  /** The program to drive; default `claude`. */
  program?: string;
  /** Model to ask the program for; default its own. */
  model?: string;
  /** Folder of settings to give to the program as `CLAUDE_CONFIG_DIR`; default: as this process has it. */
  configDir?: string;
}

const pathIn = (folder: string): string => join(folder, "lab.json");

export const isLab = (folder: string): boolean => existsSync(pathIn(folder));

/**
 * The plan of a folder with these options in place of what stood there. Throws a `TranscriptError` where the folder holds
 * something else, and for wrong options.
 */
export function planFor(folder: string, options: PlanOptions): LabPlan {
  if (options.runs !== undefined) checkCount("runs", options.runs, 1);
  const before = readPlan(folder) ?? { shapes: ["article"], runs: 2, program: "claude", model: null, configDir: null };
  return {
    shapes: options.shapes === undefined ? before.shapes : [...options.shapes],
    runs: options.runs ?? before.runs,
    program: options.program ?? before.program,
    model: options.model ?? before.model,
    configDir: options.configDir === undefined ? before.configDir : resolve(options.configDir),
  };
}

export const writePlan = (folder: string, plan: LabPlan): void =>
  writePrivately(pathIn(folder), `${JSON.stringify({ format: 1, ...plan }, null, 2)}\n`);

function readPlan(folder: string): LabPlan | null {
  const path = pathIn(folder);
  try {
    if (!existsSync(path)) {
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new TranscriptError("wrong-option", `${folder} holds other things than a laboratory: name a new folder.`);
      return null;
    }
    return plan.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (TranscriptError.isInstance(error)) throw error;
    const isOther = error instanceof SyntaxError || error instanceof z.ZodError;
    throw new TranscriptError(
      "unreadable-file",
      isOther ? `${path}: not the plan of a laboratory; name a new folder` : reasonOf(path, error),
    );
  }
}
