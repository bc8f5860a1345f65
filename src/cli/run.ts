import { Command, CommanderError, Option as CommandOption } from "commander";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";
import { TranscriptError } from "../read/transcript-error.js";
import { plainText } from "../show/plain-text.js";
import { endWith } from "./end-with.js";
import { addExport } from "./export-command.js";
import { addHandover } from "./handover-command.js";
import { isForecastHook } from "./is-forecast-hook.js";
import { addLab } from "./lab-command.js";
import { addLint } from "./lint-command.js";
import { type Option, wholeNumber } from "./option.js";
import { readBy } from "./read-by.js";
import { addReinvoke } from "./reinvoke-command.js";
import { addSetup } from "./setup-command.js";
import { addSql } from "./sql-command.js";
import { addTelemetry } from "./telemetry-command.js";
import type { Terminal } from "./terminal.js";
import type { Verb } from "./verb.js";
import { verbsFor } from "./verbs.js";
import { addView } from "./view-command.js";

const lessons = `
Examples:
  tidemark report session.jsonl
  tidemark returned ~/.claude/projects --json > returned.json

Exit codes:
  0  answered
  1  answered, and a check found a fault: check met an error, drift has a row,
     lint found an error, lab report a regression
  2  wrong use, or a session could not be asked (the others are answered)

A folder is searched for *.jsonl at any depth; the files of subagents belong to
their session. The file - is standard input.
Colour: on a terminal only; NO_COLOR and FORCE_COLOR are obeyed.`;

/**
 * Runs the program with its arguments (without those of Node) and gives the exit code.
 * Nothing of the process is touched, so a test can run it as it is.
 */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  if (isForecastHook(args)) return (await import("./forecast-hook.js")).forecastHook(args, terminal, null);
  let code = 0;
  const program = new Command("tidemark")
    .description("Reads Claude Code transcripts: what came back after each compaction, and from where.")
    .usage("<verb> <file|folder...> [options]")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help; after a verb, the verb's help")
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name(), showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: pointingTo("tidemark --help"),
      getOutHelpWidth: () => Math.min(80, terminal.columns ?? 80),
      getErrHelpWidth: () => Math.min(80, terminal.columns ?? 80),
      getOutHasColors: () => terminal.color,
      getErrHasColors: () => terminal.color,
    })
    .addHelpText("after", lessons)
    .commandsGroup("Verbs:")
    // What stands after a verb is the verb's: `lab init` has a --version of its own.
    .enablePositionalOptions()
    .exitOverride(endWith(2));
  const verbs = await verbsFor(args[0]);
  for (const verb of verbs) {
    const command = commandOf(program, verb);
    command.action(async () => {
      const { json = false, concurrency, index = false, ...options } = command.opts();
      const { paths, given } = orWrongUse(command, () => wordsOf(verb, command, options));
      const chosen = orWrongUse(command, () => verb.instead?.(given) ?? verb);
      // The reader is loaded when it is needed: help and a wrong word answer at once.
      const { answer } = await import("./answer.js");
      code = await answer(chosen, { paths, given, json, concurrency, index }, terminal);
    });
  }
  const end = (given: number): void => {
    code = given;
  };
  program.commandsGroup("Rows as files, and SQL:");
  for (const add of [addExport, addSql]) add(program, terminal, end);
  program.commandsGroup("In the browser:");
  addView(program, terminal, end);
  program.commandsGroup("Systems:");
  for (const add of [addSetup, addHandover, addReinvoke, addTelemetry, addLint, addLab]) add(program, terminal, end);
  const hints = new Map(verbs.map(({ name, hint }) => [name, hint]));
  for (const command of program.commands)
    pointToOwnHelp(command, `tidemark ${command.name()}`, hints.get(command.name()));
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}

/** Writes what is wrong as one line, with the help that says how it is right. */
const pointingTo =
  (help: string, hint?: string) =>
  (text: string, write: (text: string) => void): void => {
    const wrong = plainText(text.trim().replace(/^error: |[.]$/g, ""));
    write(`tidemark: ${wrong}${hint === undefined ? "" : `; ${hint}`}; see ${help}\n`);
  };

function pointToOwnHelp(command: Command, name: string, hint?: string): void {
  command.configureOutput({ outputError: pointingTo(`${name} --help`, hint) });
  for (const one of command.commands) pointToOwnHelp(one, `${name} ${one.name()}`);
}

/** The command of a verb, with the options of all verbs and its own. */
function commandOf(program: Command, verb: Verb): Command {
  const { name, summary, question, example, also, words, stored, options = {} } = verb;
  const command = program
    .command(name)
    .summary(summary)
    .description(question)
    .usage(words === undefined ? "<file|folder...> [options]" : `<file|folder> ${words.name} [options]`)
    .argument(words === undefined ? "<path...>" : "<path>", "transcripts, or folders of transcripts");
  if (words !== undefined) command.argument(words.name, words.help);
  for (const [key, { placeholder, help, parse, not }] of Object.entries(options as Record<string, Option<unknown>>)) {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const option = new CommandOption(placeholder === undefined ? flag : `${flag} ${placeholder}`, help);
    if (parse !== undefined) option.argParser(readBy(parse));
    if (not !== undefined) option.conflicts(not);
    command.addOption(option);
  }
  if (stored !== undefined) command.option("--no-index", "neither read nor write the index of a folder");
  return command
    .option("--json", "print one JSON array of rows and nothing else")
    .option("--concurrency <number>", "sessions read at a time", readBy(wholeNumber), 4)
    .addHelpText("after", `${also === undefined ? "" : `\n${also}\n`}\nExample:\n  ${example}`);
}

function wordsOf({ words }: Verb, command: Command, given: object): { paths: string[]; given: object } {
  return words === undefined ? { paths: command.args, given } : words.split(command.args, given);
}

/** What is wrong with the words becomes the one line of wrong use. */
function orWrongUse<T>(command: Command, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (TranscriptError.isInstance(error)) command.error(error.message);
    throw error;
  }
}
