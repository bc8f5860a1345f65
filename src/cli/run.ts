import { Command, CommanderError, InvalidArgumentError } from "commander";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";
import type { AnswerOptions, Terminal } from "./answer.js";
import { plainText } from "./plain-text.js";
import { verbs } from "./verbs.js";

const lessons = `
Examples:
  tidemark report session.jsonl
  tidemark returned ~/.claude/projects --json > returned.json

Exit codes:
  0  answered
  1  answered, and a check found a fault: check met an error, drift has a row
  2  wrong use, or a source could not be read (the others are answered)

A folder is searched for *.jsonl at any depth; the files of subagents belong to
their session. Colour: on a terminal only; NO_COLOR and FORCE_COLOR are obeyed.`;

/**
 * Runs the program with its arguments (without those of Node) and gives the exit code.
 * Nothing of the process is touched, so a test can run it as it is.
 */
export async function run(args: string[], terminal: Terminal): Promise<number> {
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
      outputError: (text, write) =>
        write(`tidemark: ${plainText(text.trim().replace(/^error: |[.]$/g, ""))}; see tidemark --help\n`),
      getOutHelpWidth: () => Math.min(80, terminal.columns ?? 80),
      getErrHelpWidth: () => Math.min(80, terminal.columns ?? 80),
      getOutHasColors: () => terminal.color,
      getErrHasColors: () => terminal.color,
    })
    .addHelpText("after", lessons)
    .commandsGroup("Verbs:")
    .exitOverride();
  for (const verb of verbs) {
    const command = program
      .command(verb.name)
      .description(verb.summary)
      .usage("<file|folder...> [options]")
      .argument("<path...>", "transcripts, or folders of transcripts")
      .option("--json", "print one JSON array of rows and nothing else")
      .option("--concurrency <number>", "sessions read at a time", wholeNumber, 4)
      .action(async (paths: string[], options: AnswerOptions) => {
        // The reader is loaded when it is needed: help and a wrong word answer at once.
        const { answer } = await import("./answer.js");
        code = await answer(verb, paths, options, terminal);
      });
    if (verb.all !== undefined) command.option("--all", verb.all);
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("Give a whole number from 1 on.");
  return value;
}
