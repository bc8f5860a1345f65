import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { TranscriptError } from "../../read/transcript-error.js";
import { shellWord } from "../shell-word.js";
import { argumentsFor, type Client, streamArguments } from "./command-line.js";
import { type PlanOptions, planFor } from "./lab-plan.js";
import { drawMarks } from "./marks.js";
import { isSay, processesOf, type Shape, shapeGroups, shapeOf, shapes } from "./shapes.js";

/** A run that is to be made. */
export interface PlannedRun {
  /** Such as `A1` or `auto-1`. */
  run: string;
  shape: Shape;
}

/** The shapes that words name, each once, in the order of the list. Throws a `TranscriptError` for a word that names none. */
export function shapesNamed(words: readonly string[], configDir: string | null): Shape[] {
  const wanted = new Set<string>();
  for (const word of words) {
    const names = shapeGroups.get(word) ?? (shapeOf(word) === undefined ? undefined : [word]);
    if (names === undefined) {
      const known = [...shapes.map(({ name }) => name), ...shapeGroups.keys()].join(", ");
      throw new TranscriptError("wrong-option", `No shape is called ${JSON.stringify(word)}; name some of ${known}.`);
    }
    for (const name of names) {
      if (shapeOf(name)?.personal && configDir === null) {
        if (shapeGroups.has(word)) continue;
        throw new TranscriptError(
          "wrong-option",
          `The shape ${name} writes a CLAUDE.md into the folder of settings: name one that is made for it with --config-dir.`,
        );
      }
      wanted.add(name);
    }
  }
  return shapes.filter(({ name }) => wanted.has(name));
}

/** The runs in their order: each shape once, then each a second time, so that a laboratory that is stopped has seen all. */
export const plannedRuns = (shapes: readonly Shape[], runs: number): PlannedRun[] =>
  Array.from({ length: runs }, (_, at) =>
    shapes.map((shape) => ({
      run: /^[A-Z]+$/.test(shape.name) ? `${shape.name}${at + 1}` : `${shape.name}-${at + 1}`,
      shape,
    })),
  ).flat();

/**
 * What `runLab` would do for a folder and these options, as lines for a shell, with the number of processes. Nothing is
 * run, read or written but the plan of a folder that goes on.
 *
 * The lines can be run by hand: each run has a seed, with which `tidemark lab init` draws the numbers that its messages
 * name. Throws a `TranscriptError` as `runLab` does.
 *
 * @example
 * labCommands("measured", { shapes: ["B"], runs: 1 }).processes; // => 1
 */
export function labCommands(folder: string, options: PlanOptions & { seed?: number } = {}): LabCommands {
  const { shapes, runs, program, model, configDir } = planFor(resolve(folder), options);
  const planned = plannedRuns(shapesNamed(shapes, configDir), runs);
  const env = configDir === null ? [] : [`export CLAUDE_CONFIG_DIR=${quoted(configDir)}`];
  const seed = options.seed ?? randomInt(1_000_000_000 - planned.length);
  return {
    processes: planned.reduce((sum, { shape }) => sum + processesOf(shape), 0),
    lines: [...env, ...planned.flatMap((one, at) => [...commandLines(one, seed + at, { program, model }), ""])],
  };
}

export interface LabCommands {
  lines: string[];
  processes: number;
}

/** What a run does, as lines for a shell: `$DIR` is its directory, `$ID` its session. */
function commandLines({ run, shape }: PlannedRun, seed: number, client: Client): string[] {
  const marks = drawMarks(seed);
  const env = Object.entries(shape.env ?? {}).map(([name, value]) => `${name}=${value} `);
  const lines = [
    `# ${run}: ${shape.about}`,
    "DIR=$(mktemp -d); ID=$(uuidgen | tr A-Z a-z)",
    `tidemark lab init "$DIR" --version 1 --shape ${shape.name} --seed ${seed}`,
    'cd "$DIR"',
  ];
  const command = (args: string[]): string => `${env.join("")}${[client.program, ...args].map(quoted).join(" ")}`;
  let isNew = true;
  for (const step of shape.steps) {
    if (!isSay(step)) {
      lines.push(step.step === "edit" ? 'tidemark lab init "$DIR" --version 2' : `touch -d "2 days ago" ${backDated}`);
      continue;
    }
    const text = step.text(marks);
    if (shape.by === "stream") {
      const turns = Math.max(...shape.steps.filter(isSay).map(({ maxTurns }) => maxTurns));
      if (isNew)
        lines.push(
          command(streamArguments(shape, turns, "$ID", client)),
          "# on its standard input, each after the result of the one before:",
        );
      lines.push(`#   ${JSON.stringify({ type: "user", message: { role: "user", content: text } })}`);
    } else lines.push(command(argumentsFor(shape, step, text, { id: "$ID", isNew }, client)));
    isNew = false;
  }
  return lines;
}

const backDated = "sub/data.txt sub/CLAUDE.md .claude/rules/sub-files.md";

const quoted = (word: string): string => (word === "$ID" ? '"$ID"' : shellWord(word));
