import type { Argument, Command, Option } from "commander";
import type { Candidate } from "./candidate.js";
import { type Takes, takesOf } from "./takes.js";

/** What can stand where the cursor is. Paths are left to the shell, which knows how to quote them. */
export interface Candidates {
  paths: "none" | NonNullable<Takes["paths"]>;
  words: Candidate[];
}

/** What can stand in place of the last of the words that follow the program's name, by the commands that there are. */
export async function candidates(program: Command, words: readonly string[]): Promise<Candidates> {
  const whole = joined(words);
  const { command, operands, awaited, given, optionsEnded } = walk(program, whole.slice(0, -1));
  const current = whole.at(-1) ?? "";
  if (awaited !== null) return valuesOf(await takesOf(command, awaited), current, "");
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  if (!optionsEnded && flag !== undefined) {
    const option = optionCalled(command, flag);
    return option === undefined ? none : valuesOf(await takesOf(command, option), value as string, `${flag}=`);
  }
  if (!optionsEnded && current.startsWith("-")) return optionsOf(command, given, current);
  if (operands === 0 && command.commands.length > 0) return commandsOf(command, current);
  const argument = argumentAt(command, operands);
  return argument === undefined ? none : valuesOf(await takesOf(command, argument), current, "");
}

const none: Candidates = { paths: "none", words: [] };

/** Bash cuts a word at `=`: its parts are put together again. */
function joined(words: readonly string[]): string[] {
  const whole: string[] = [];
  let open = false;
  for (const word of words) {
    const last = whole.at(-1) ?? "";
    if (open || (word === "=" && /^--[\w-]+$/.test(last))) {
      whole[whole.length - 1] = last + word;
      open = !open;
    } else whole.push(word);
  }
  return whole;
}

interface Walked {
  command: Command;
  /** Arguments of the command that stand before the cursor. */
  operands: number;
  /** The option whose value comes next. */
  awaited: Option | null;
  given: Set<Option>;
  /** Whether `--` stood there. */
  optionsEnded: boolean;
}

function walk(program: Command, before: readonly string[]): Walked {
  const walked: Walked = { command: program, operands: 0, awaited: null, given: new Set(), optionsEnded: false };
  for (const word of before) {
    if (walked.awaited !== null) walked.awaited = null;
    else if (!walked.optionsEnded && word === "--") walked.optionsEnded = true;
    else if (!walked.optionsEnded && word.startsWith("-")) {
      const option = optionCalled(walked.command, word.split("=", 1)[0] as string);
      if (option === undefined) continue;
      walked.given.add(option);
      if (option.required && !word.includes("=")) walked.awaited = option;
    } else {
      const inner = walked.operands === 0 ? walked.command.commands.find((one) => one.name() === word) : undefined;
      if (inner === undefined) walked.operands++;
      else walked.command = inner;
    }
  }
  return walked;
}

const optionCalled = (command: Command, flag: string): Option | undefined =>
  command.options.find(({ long, short }) => long === flag || short === flag);

function argumentAt({ registeredArguments }: Command, at: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[at] ?? (last?.variadic === true ? last : undefined);
}

function commandsOf(command: Command, current: string): Candidates {
  const words = command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ word: one.name(), about: one.summary() }));
  return { paths: "none", words: beginning(words, current) };
}

/** The options that are not there yet, and those that may be repeated. */
function optionsOf(command: Command, given: ReadonlySet<Option>, current: string): Candidates {
  const words = command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => !given.has(option) || /may be repeated|repeatable/.test(option.description))
    .map(({ long, short, description }) => ({ word: long ?? short ?? "", about: description }));
  return { paths: "none", words: beginning(words, current) };
}

async function valuesOf(
  { words = [], list = false, paths }: Takes,
  current: string,
  flag: string,
): Promise<Candidates> {
  // Of a list the last word is completed, and none is offered twice.
  const before = list ? current.slice(0, current.lastIndexOf(",") + 1) : "";
  const there = before.split(",");
  const all = words
    .filter((word) => !list || !there.includes(word))
    .map((word) => ({ word: before + word, about: "" }))
    .concat(paths === "transcripts" ? (await import("./session-words.js")).sessionWords(current) : []);
  const found = beginning(all, current).map(({ word, about }) => ({ word: flag + word, about }));
  return { paths: paths ?? "none", words: found };
}

const beginning = (words: Candidate[], current: string): Candidate[] =>
  words.filter(({ word }) => word.startsWith(current));
