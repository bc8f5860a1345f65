import type { EventEmitter } from "node:events";
import type { Command, Option } from "commander";
import { environment } from "./environment.js";
import { exitCodes } from "./exit-codes.js";

/** The manual page of the program as roff, from the commands that there are. */
export function manualPage(program: Command): string {
  const help = program.createHelp();
  const verbs = help.visibleCommands(program);
  const headings = [...new Set(verbs.map((verb) => verb.helpGroup() ?? ""))];
  return [
    `.\\" Written by the build from the commands of the program.`,
    `.TH TIDEMARK 1 "" "tidemark ${program.version()}" "User Commands"`,
    ".SH NAME",
    `tidemark \\- ${text("what came back after each compaction of a Claude Code session, and from where")}`,
    ".SH SYNOPSIS",
    `.B tidemark\n${text("[verb] [file|folder|session...] [options]")}`,
    ".SH DESCRIPTION",
    ...partsOf(help.commandDescription(program)).flatMap(paragraph),
    ...partsOf(teaching(program))
      .filter((part) => !part.startsWith("Exit codes:"))
      .flatMap(paragraph),
    ".SH OPTIONS",
    ...optionsOf(program, () => true),
    ".SS Of all verbs that print rows",
    ...optionsOf(verbs[0] ?? program, isCommon),
    ...headings.flatMap((heading) => [
      `.SH ${quoted(heading.replace(/:$/, "").toUpperCase())}`,
      ...verbs.filter((verb) => verb.helpGroup() === heading).flatMap((verb) => commandSection(verb, "tidemark")),
    ]),
    ".SH EXIT STATUS",
    ...exitCodes.flatMap(([code, means]) => [".TP", `.B ${code}`, text(means)]),
    ".SH ENVIRONMENT",
    ...environment.flatMap(([name, does]) => [".TP", `.B ${text(name)}`, text(does)]),
    ".SH FILES",
    ...[
      ["~/.claude/projects", "where Claude Code keeps its sessions: <project>/<session>.jsonl"],
      ["~/.cache/tidemark", "what tidemark keeps of sessions, so that asking again is fast; may be removed"],
    ].flatMap(([path = "", what = ""]) => [".TP", `.I ${text(path)}`, text(what)]),
    "",
  ].join("\n");
}

function commandSection(command: Command, before: string): string[] {
  const help = command.createHelp();
  const name = `${before} ${command.name()}`;
  const inner = help.visibleCommands(command);
  return [
    `.SS ${quoted(`${name} ${command.usage()}`)}`,
    ...partsOf(help.commandDescription(command)).flatMap(paragraph),
    ...help
      .visibleArguments(command)
      .flatMap((argument) => [".TP", `.I ${text(argument.name())}`, text(help.argumentDescription(argument))]),
    ...optionsOf(command, (option) => option.long !== "--help" && !isCommon(option)),
    ...partsOf(teaching(command)).flatMap(paragraph),
    ...inner.flatMap((one) => commandSection(one, name)),
  ];
}

/** Options that the verbs share are told once. */
const isCommon = ({ long }: Option): boolean => /^--(json|width|concurrency)$/.test(long ?? "");

function optionsOf(command: Command, isTold: (option: Option) => boolean): string[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .filter(isTold)
    .flatMap((option) => [".TP", `.B ${text(option.flags)}`, text(help.optionDescription(option))]);
}

/** What the help of a command says after its options. */
function teaching(command: Command): string {
  let said = "";
  // addHelpText listens to this; nothing else gives its text away without the rest of the help.
  (command as Command & EventEmitter).emit("afterHelp", {
    command,
    error: false,
    write: (part: string) => (said += part),
  });
  return said;
}

/** The parts of a text between empty lines. */
const partsOf = (prose: string): string[] =>
  prose
    .split(/\n{2,}/)
    .map((part) => part.replace(/^\n|\n$/g, ""))
    .filter((part) => part !== "");

/** A paragraph; where lines are indented, all lines as they stand. */
const paragraph = (part: string): string[] =>
  /^ /m.test(part)
    ? [".PP", ".nf", ".in -7n", ...part.split("\n").map(text), ".in", ".fi"]
    : [".PP", text(part.replaceAll("\n", " "))];

const marks: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "'": "\\(aq",
  '"': "\\(dq",
  "^": "\\(ha",
  "~": "\\(ti",
  "`": "\\(ga",
};

/** Any text as one line of roff that shows it as it is. */
function text(plain: string): string {
  const line = plain.replace(/[\\'"^~`-]|[^ -~]/gu, (mark) => marks[mark] ?? namedCharacter(mark));
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

const namedCharacter = (mark: string): string =>
  `\\[u${(mark.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}]`;

const quoted = (plain: string): string => `"${text(plain)}"`;
