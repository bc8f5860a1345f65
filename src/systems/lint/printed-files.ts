import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Where the words of a hook's command lead: the folder that it runs in, and the variables that are known. */
export interface HookPlace {
  folder: string;
  variables: Record<string, string>;
}

/** A file that a command prints with `cat`; null where the name hangs on what only a session knows. */
export interface PrintedFile {
  word: string;
  path: string | null;
}

/**
 * The files that a shell command writes to its output with `cat`, as they are: what is piped on or sent to a file is none.
 *
 * Known gaps: a script that prints, and output made in any other way, is not looked into; a condition is not weighed.
 */
export function printedFiles(command: string, place: HookPlace): PrintedFile[] {
  return simpleCommands(command).flatMap(({ words, printed }) => {
    const [program, ...rest] = words.filter((word) => !/^\w+=/.test(word));
    if (!printed || (program !== "cat" && program !== "/bin/cat")) return [];
    return rest.filter((word) => !/^-/.test(word)).flatMap((word) => filesOf(word, place));
  });
}

interface SimpleCommand {
  /** As written, quotes included in what they mark as literal. */
  words: string[];
  /** Whether its output is that of the whole command. */
  printed: boolean;
}

/** Operators, and words with their quoted parts. */
const token =
  /(?<operator>\n|;|&>>?|&&|\|\||\||&|<<?<?|\d?>>?(?:&\d)?|[()])|(?<word>(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^\s;&|<>()"'\\])+)/g;

function simpleCommands(text: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let printed = true;
  let redirected = false;
  const end = () => {
    if (words.length > 0) commands.push({ words, printed });
    [words, printed] = [[], true];
  };
  for (const { groups: { word, operator } = {} } of text.matchAll(token)) {
    if (word !== undefined && redirected) redirected = false;
    else if (word !== undefined) words.push(word);
    else if (operator === "|") {
      printed = false;
      end();
    } else if (operator !== undefined && /[<>]/.test(operator)) {
      redirected = !/&\d$/.test(operator);
      if (/^[1&]?>/.test(operator)) printed = false;
    } else end();
  }
  end();
  return commands;
}

/** The files that a word names: itself without quotes, or those that its last part stands for as a pattern. */
function filesOf(word: string, { folder, variables }: HookPlace): PrintedFile[] {
  const bare = word.replace(/\\(.)|["']/g, "$1");
  const literal = word.startsWith("'");
  let known = !/^~|`|\$\(/.test(bare) || literal;
  const named = literal
    ? bare
    : bare.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced: string | undefined, plain: string | undefined) => {
        const value = variables[braced ?? plain ?? ""];
        if (value === undefined) known = false;
        return value ?? "";
      });
  if (!known) return [{ word, path: null }];
  const path = resolve(folder, named);
  return /[*?]/.test(basename(path)) && !literal ? matching(word, path) : [{ word, path }];
}

/** Files of a folder that a pattern of `*` and `?` fits; a pattern that nothing fits names itself, as in a shell. */
function matching(word: string, path: string): PrintedFile[] {
  const pattern = basename(path).replace(/[.+^${}()|[\]\\]/g, "\\$&");
  const fits = new RegExp(`^${pattern.replace(/\*+/g, ".*").replace(/\?/g, ".")}$`);
  try {
    const names = readdirSync(dirname(path)).filter((name) => !name.startsWith(".") && fits.test(name));
    if (names.length > 0) return names.sort().map((name) => ({ word, path: join(dirname(path), name) }));
  } catch {
    // A folder that can't be read is told by the file that is looked for in it.
  }
  return [{ word, path }];
}
