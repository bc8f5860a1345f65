import fc from "fast-check";
import { type Fault, type Transcript, transcript } from "../../src/testing.js";

/** Versions on both sides of what changed in the record. */
export const versions = [
  "1.0.128",
  "2.0.67",
  "2.1.17",
  "2.1.42",
  "2.1.81",
  "2.1.112",
  "2.1.158",
  "2.1.185",
  "2.1.215",
  "2.1.232",
  "2.1.252",
  "2.1.260",
  "2.1.269",
  "2.1.285",
  "2.1.293",
  "2.1.332",
] as const;

/** What a program consists of: one step writes one or more rows. */
export type Step = (session: Transcript) => Transcript;

export interface Program {
  cliVersion: string;
  /** Names of the steps, to read a counterexample. */
  names: string[];
  steps: Step[];
}

export interface ProgramOptions {
  versions?: readonly string[];
  /** Kinds of faults that may occur; default none. */
  faults?: readonly Fault[];
  maxSteps?: number;
}

const cwd = "/home/dev/project";
const path = fc
  .constantFrom("a.ts", "b.ts", "c.md", "sub/d.ts", "sub/e.ts", "f.ts", "g.ts")
  .map((name) => `${cwd}/${name}`);
const word = fc.constantFrom(
  "go",
  "fix the build",
  "line one\nline two",
  "a\u2028b\u2029c\u0085d",
  "naïve 🌊 \ud800",
  "<b>&</b>",
);
const text = fc.oneof({ weight: 3, arbitrary: word }, fc.string({ unit: "binary", minLength: 1, maxLength: 40 }));
const skillName = fc.constantFrom("deploy", "review", "plan:next");
/** Mostly short; now and then over the limit of one skill or of one file. */
const body = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.integer({ min: 19_000, max: 26_000 }).map((length) => "tide ".repeat(length / 5)),
);

const named = (name: string, step: fc.Arbitrary<Step>) => step.map((run) => ({ name, run }));

const steps = {
  prompt: fc.tuple(text, fc.constantFrom("typed", "queued", "sdk", "scheduled")).map(
    ([say, source]): Step =>
      (session) =>
        session.prompt(say, { source: source as "typed" }),
  ),
  reply: fc.tuple(text, fc.option(text, { nil: undefined })).map(
    ([say, thinking]): Step =>
      (session) =>
        session.reply(say, thinking === undefined ? {} : { thinking }),
  ),
  bash: fc.tuple(text, fc.boolean(), fc.boolean()).map(
    ([out, isError, open]): Step =>
      (session) =>
        session.tool("Bash", { command: "ls" }, out, { isError, open }),
  ),
  read: fc.tuple(path, body).map(
    ([file, content]): Step =>
      (session) =>
        session.read(file, content),
  ),
  write: fc.tuple(path, body).map(
    ([file, content]): Step =>
      (session) =>
        session.write(file, content),
  ),
  edit: fc.tuple(path, text).map(
    ([file, after]): Step =>
      (session) =>
        session.edit(file, "go", after),
  ),
  disk: fc.tuple(path, body).map(
    ([file, content]): Step =>
      (session) =>
        session.disk(file, content),
  ),
  rules: text.map(
    (content): Step =>
      (session) =>
        session.disk(`${cwd}/CLAUDE.md`, content),
  ),
  skill: fc.tuple(skillName, body, fc.constantFrom("model", "user"), fc.option(text, { nil: undefined })).map(
    ([name, content, by, args]): Step =>
      (session) =>
        session.skill(name, content, { by: by as "model", ...(args === undefined ? {} : { args }) }),
  ),
  hook: text.map(
    (stdout): Step =>
      (session) =>
        session.hook("PostToolUse:Bash", { command: "check", stdout }),
  ),
  nested: text.map(
    (content): Step =>
      (session) =>
        session.nestedMemory(`${cwd}/sub/CLAUDE.md`, content),
  ),
  command: text.map(
    (out): Step =>
      (session) =>
        session.command("/model", out),
  ),
  shell: text.map(
    (out): Step =>
      (session) =>
        session.shell("git status", out),
  ),
  notification: text.map(
    (say): Step =>
      (session) =>
        session.taskNotification(say),
  ),
  interrupt: fc.constant<Step>((session) => session.interrupt()),
  queued: text.map(
    (say): Step =>
      (session) =>
        session.queued(say),
  ),
  subagent: fc.tuple(text, fc.boolean()).map(
    ([say, compacts]): Step =>
      (session) =>
        session.subagent(say, (agent) => agent.prompt(say).reply("Seen."), compacts ? { compact: {} } : {}),
  ),
  compact: fc
    .record({
      trigger: fc.constantFrom("manual" as const, "auto" as const),
      keep: fc.oneof(fc.constant("turn" as const), fc.integer({ min: 1, max: 6 })),
      mode: fc.constantFrom("full" as const, "full" as const, "full" as const, "up-to" as const, "from-here" as const),
      summary: text,
    })
    .map(
      (options): Step =>
        (session) =>
          session.compact(options),
    ),
  resume: fc.constant<Step>((session) => session.exit().resume()),
  wait: fc.integer({ min: 1, max: 3_600_000 }).map(
    (ms): Step =>
      (session) =>
        session.wait(ms),
  ),
};

/** A random program: a start with hooks, instructions and a skill listing, then any steps. */
export function arbitraryProgram(options: ProgramOptions = {}): fc.Arbitrary<Program> {
  const faults = options.faults ?? [];
  const kinds = Object.entries(steps).map(([name, step]) => ({
    weight: name === "prompt" || name === "reply" || name === "compact" ? 4 : 2,
    arbitrary: named(name, step),
  }));
  if (faults.length > 0) {
    const faulty = fc.constantFrom(...faults).map((kind) => ({
      name: `fault ${kind}`,
      run: (session: Transcript) => session.fault(kind),
    }));
    kinds.push({ weight: 4, arbitrary: faulty });
  }
  return fc
    .tuple(
      fc.constantFrom(...(options.versions ?? versions)),
      fc.array(fc.oneof(...kinds), { maxLength: options.maxSteps ?? 25 }),
    )
    .map(([cliVersion, list]) => ({
      cliVersion,
      names: list.map((step) => step.name),
      steps: list.map((step) => step.run),
    }));
}

/** Runs a program from its start: the same program gives the same text. */
export function build({ cliVersion, steps: list }: Program): Transcript {
  const start = transcript({ cliVersion })
    .hook("SessionStart:startup", { command: "start", stdout: "started\n" })
    .hook("SessionStart:resume", { command: "start", stdout: "resumed\n" })
    .hook("SessionStart:compact", { command: "again", stdout: "Keep the tests green.\n" })
    .instructions([
      { path: `${cwd}/CLAUDE.md`, content: "Root rule." },
      { path: `${cwd}/notes.md`, content: "Imported rule." },
    ])
    .listing({ deploy: "Ships it.", review: "Reads it." })
    .prompt("Begin.")
    .reply("Begun.");
  return list.reduce((session, step) => step(session), start);
}

/** A random session, already built. */
export function arbitrarySession(options: ProgramOptions = {}): fc.Arbitrary<Transcript> {
  return arbitraryProgram(options).map(build);
}
