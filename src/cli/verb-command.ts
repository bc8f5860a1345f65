import { type Command, Option as CommandOption } from "commander";
import { TranscriptError } from "../read/transcript-error.js";
import { type Option, wholeNumber } from "./option.js";
import { readBy } from "./read-by.js";
import type { Terminal } from "./terminal.js";
import { refused } from "./tried.js";
import type { Verb, WithoutPath } from "./verb.js";
import { addWidth } from "./width-option.js";

/** The lines that explain the columns of a verb; null where it prints none. */
export type ColumnHelp = (verb: Verb) => string | null;

/** Gives the command of a verb its words: the options of all verbs and its own. */
export function describeVerb(
  command: Command,
  verb: Verb,
  columnHelp: ColumnHelp | null,
  terminal: Terminal,
  end: (code: number) => void,
): void {
  const { words, stored, options = {} } = verb;
  command
    .description(verb.question)
    .usage(words === undefined ? "[file|folder|session...] [options]" : `[file|folder|session] ${words.name} [options]`)
    .argument(words === undefined ? "[path...]" : "[path]", `transcripts, folders of them, or ids; ${without(verb)}`);
  if (words !== undefined) command.argument(words.name, words.help);
  for (const [key, option] of Object.entries(options as Record<string, Option<unknown>>))
    command.addOption(optionOf(key, option));
  if (stored !== undefined) command.option("--no-index", "neither read nor write the index of a folder");
  command.option("--json", "print one JSON array of rows and nothing else");
  addWidth(command);
  command
    .option("--concurrency <number>", "sessions read at a time", readBy(wholeNumber), 4)
    .addHelpText("after", () => lessonsOf(verb, columnHelp?.(verb) ?? null))
    .action(async () => {
      const { json = false, concurrency, index = false, width: _, ...rest } = command.opts();
      const { paths: named, given } = orWrongUse(command, () => wordsOf(verb, command, rest));
      const chosen = orWrongUse(command, () => verb.instead?.(given) ?? verb);
      // What reads is loaded when it is needed: help and a wrong word answer at once.
      const [{ answer }, { pathsAsked }] = await Promise.all([import("./answer.js"), import("./paths-asked.js")]);
      const paths = orWrongUse(command, () => pathsAsked(named, chosen.withoutPath ?? "newest session", terminal));
      const question = { paths, given, json, concurrency, index };
      end(await answer(chosen, question, terminal).catch((error) => refused(terminal, error)));
    });
}

function without({ withoutPath, other }: Verb): string {
  const said = `default: ${standsFor(withoutPath)}`;
  if (other === undefined) return said;
  const [option, { withoutPath: otherwise }] = other;
  return otherwise === withoutPath ? said : `${said}; with ${option} ${standsFor(otherwise)}`;
}

const standsFor = (withoutPath: WithoutPath = "newest session"): string =>
  withoutPath === "newest session" ? "the newest session of this directory" : "all sessions of Claude Code's folder";

function optionOf(key: string, { placeholder, help, parse, not }: Option<unknown>): CommandOption {
  const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const option = new CommandOption(placeholder === undefined ? flag : `${flag} ${placeholder}`, help);
  if (parse !== undefined) option.argParser(readBy(parse));
  if (not !== undefined) option.conflicts(not);
  return option;
}

/** What the help of a verb teaches after its options. */
function lessonsOf({ also, example, next }: Verb, columns: string | null): string {
  return [
    ...(also === undefined ? [] : [also]),
    ...(columns === null ? [] : [columns]),
    `Example:\n  ${example}`,
    ...(next === undefined ? [] : [`Next:\n  ${next[0]}\n      ${next[1]}`]),
  ]
    .map((part) => `\n${part}`)
    .join("\n");
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
