import { existsSync, statSync } from "node:fs";
import { Command, CommanderError } from "commander";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";
import { plainText } from "../show/plain-text.js";
import { wrapWords } from "../show/text-width.js";
import { shellWord } from "../systems/shell-word.js";
import { verbOfCompletion } from "./completion/asked-words.js";
import { addCompletion } from "./completion-command.js";
import { endWith } from "./end-with.js";
import { exitCodes } from "./exit-codes.js";
import { addExport } from "./export-command.js";
import { addHandover } from "./handover-command.js";
import { isForecastHook } from "./is-forecast-hook.js";
import { addLab } from "./lab-command.js";
import { addLint } from "./lint-command.js";
import { addManual } from "./manual-command.js";
import { addReinvoke } from "./reinvoke-command.js";
import { addSetup } from "./setup-command.js";
import { addSql } from "./sql-command.js";
import { addTelemetry } from "./telemetry-command.js";
import { complain, type Terminal } from "./terminal.js";
import { describeVerb } from "./verb-command.js";
import { verbGroups } from "./verbs.js";
import { addView } from "./view-command.js";
import { widthFrom } from "./width-option.js";

const description = `Reads Claude Code transcripts: what came back after each compaction, and from where.

  tidemark                          report the newest session of this directory
  tidemark missing                  what it lost at each compaction, and why
  tidemark forecast                 what a compaction now would lose
  tidemark session                  all sessions, each on a line with its id
  tidemark report 3f0c8a52          report the one whose id begins so
  tidemark report session.jsonl     report a file; - is standard input
  tidemark usage --by day,model     tokens of all sessions, summed up
  tidemark returned --json          rows for a program`;

const lessons = `
A file, a folder (searched for *.jsonl at any depth) or the beginning of a
session's id says what is asked. Without one it is the newest session of this
directory, or all sessions for what sums up.

Exit codes:
${exitCodes.flatMap(([code, means]) => wrapWords(means, 73).map((line, at) => `  ${String(at === 0 ? code : "").padEnd(5)}${line}`)).join("\n")}

Next: tidemark <verb> --help. Completion: tidemark completion --help. Pagers,
colour, environment variables: docs/command-line.md.`;

/**
 * Runs the program with its arguments (without those of Node) and gives the exit code.
 * Nothing of the process is touched, so a test can run it as it is.
 */
export async function run(args: string[], outer: Terminal): Promise<number> {
  if (isForecastHook(args)) return (await import("./forecast-hook.js")).forecastHook(args, outer, null);
  let code = 0;
  const program = new Command("tidemark");
  const terminal = widthFrom(program, outer);
  program
    .description(description)
    .usage("[verb] [file|folder|session...] [options]")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help; after a verb, the verb's help")
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name(), showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => pointToHelp(text.replace("unknown command", "unknown verb"), write),
      getOutHelpWidth: () => Math.min(80, terminal.columns ?? 80),
      getErrHelpWidth: () => Math.min(80, terminal.columns ?? 80),
      getOutHasColors: () => terminal.color,
      getErrHasColors: () => terminal.color,
    })
    .addHelpText("after", lessons)
    // What stands after a verb is the verb's: `lab init` has a --version of its own.
    .enablePositionalOptions()
    .exitOverride(endWith(2));
  const end = (given: number): void => {
    code = given;
  };
  const words = args.length === 0 ? ["report"] : args;
  const asked = verbOfCompletion(words) ?? words.find((word) => !word.startsWith("-"));
  const asksHelp = ["--help", "-h", "manual"].some((word) => words.includes(word));
  const pointToHelp = pointingTo("tidemark --help", (wrong) =>
    unknownOption(wrong) === undefined
      ? undefined
      : `options stand behind a verb, as in tidemark ${isVerb(program, asked) ? asked : "report"} --json`,
  );
  const columnHelp = asksHelp ? (await import("./column-help.js")).columnHelp : null;
  let hint: string | undefined;
  for (const [heading, verbs] of Object.entries(verbGroups)) {
    program.commandsGroup(heading);
    for (const [name, { summary, load }] of Object.entries(verbs)) {
      const command = program.command(name).summary(summary);
      if (name !== asked && asked !== "manual") continue;
      // Loading all of them would take as long as a short answer.
      const verb = await load();
      hint = verb.hint;
      describeVerb(command, verb, columnHelp, terminal, end);
    }
  }
  program.commandsGroup("Rows as files, and SQL:");
  for (const add of [addExport, addSql]) add(program, terminal, end);
  program.commandsGroup("In the browser:");
  addView(program, terminal, end);
  program.commandsGroup("Beside sessions: hooks, checks, measurements:");
  for (const add of [addSetup, addHandover, addReinvoke, addTelemetry, addLint, addLab]) add(program, terminal, end);
  program.commandsGroup("This program:");
  for (const add of [addCompletion, addManual]) add(program, terminal, end);
  for (const command of program.commands)
    pointToOwnHelp(command, args.length === 0 ? "tidemark" : `tidemark ${command.name()}`, hint);
  try {
    await refuseNoVerb(program, words);
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!isOfLostDirectory(error)) throw error;
    complain(terminal, "the working directory is not there any more; go to another one");
    return 2;
  }
}

/** True for what Node says where somebody has removed the directory that the program was started in. */
const isOfLostDirectory = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.syscall === "uv_cwd";

/** Says how to ask about what is no verb, but something to be asked about, or a call for help. */
async function refuseNoVerb(program: Command, [word = "", next = ""]: string[]): Promise<void> {
  if (word.startsWith("-") || isVerb(program, word)) return;
  if (/[\\/]|[.]jsonl$/.test(word) || existsSync(word))
    program.error(`error: ${word} is no verb; to report it: tidemark report ${shellWord(word)}`);
  if (word === "help")
    program.error(`error: help is no verb; for the help: tidemark ${isVerb(program, next) ? `${next} ` : ""}--help`);
  const { beginsSession } = await import("./path-named.js");
  if (beginsSession(word))
    program.error(`error: ${word} is no verb; to report the session whose id begins so: tidemark report ${word}`);
}

/** Writes what is wrong as one line, with what may have been meant and the help that says how it is right. */
const pointingTo =
  (help: string, hint: (wrong: string) => string | undefined = () => undefined) =>
  (text: string, write: (text: string) => void): void => {
    const wrong = plainText(text.trim().replace(/^error: |[.]$/g, ""));
    const meant = pathMeant(wrong) ?? hint(wrong);
    write(`tidemark: ${wrong}${meant === undefined ? "" : `; ${meant}`}; see ${help}\n`);
  };

const unknownOption = (wrong: string): string | undefined => /^unknown option '(-.+?)'/.exec(wrong)?.[1];

const isVerb = (program: Command, word: string | undefined): boolean =>
  program.commands.some((command) => command.name() === word);

/** What was taken for an option can be there as a folder: Claude Code begins the names of its folders so. */
function pathMeant(wrong: string): string | undefined {
  const option = unknownOption(wrong);
  const there = option === undefined ? undefined : statSync(option, { throwIfNoEntry: false });
  return there && `to name the ${there.isDirectory() ? "folder" : "file"}: ${shellWord(`./${option}`)}`;
}

function pointToOwnHelp(command: Command, name: string, hint?: string): void {
  command.helpOption("-h, --help", "print this help");
  command.configureOutput({ outputError: pointingTo(`${name} --help`, () => hint) });
  for (const one of command.commands) pointToOwnHelp(one, `${name} ${one.name()}`);
}
