import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";

/**
 * Writes `~` for home directories in a text, as they stand in paths of any system, escaped or coloured ones too, and in
 * the names of folders that stand for a path.
 *
 * Where a person's name ends is not told by every text. Whose homes the session worked in is taken from its working
 * directories; of others too much is hidden rather than too little.
 */
export function withoutHomes(timeline: Timeline): (text: string) => string {
  const homes = homesOf(ownersIn(timeline));
  return (text) => (mayHold.test(text) ? homes.reduce((clean, [home, to]) => clean.replace(home, to), text) : text);
}

const mayHold = /home|users|documents|root/i;

/** The names of home directories among the working directories of a session, the longest first. */
function ownersIn(timeline: Timeline): string[] {
  const directories = new Set(wholeOf(timeline).events.map(({ cwd }) => cwd));
  const owners = [...directories].flatMap((directory) => ownerIn.exec(directory ?? "")?.[1] ?? []);
  return [...new Set(owners)].sort((a, b) => b.length - a.length);
}

const ownerIn = /[\\/](?:home|users|documents and settings)[\\/]+([^\\/]+)/i;

const separator = String.raw`(?:\\+|/+)`;
const letter = String.raw`[^/\s"'\x60\\:,;)\]}<>]`;
const folder = `${letter}+`;
/** A blank in a name; a shell escapes it, an address encodes it. */
const blank = String.raw`(?:\\* |%20)`;
const pathBegins = String.raw`(?=/)(?:(?<![\w.~-])|(?<=\[[\d;]{0,8}m)|(?<=\\[nrt])|(?<=(?<![\w-])-[A-Za-z]))`;
const drive = "(?<![A-Za-z0-9])[A-Za-z]:";
const share = String.raw`(?:(?<!\\)\\{2,}|(?<![/:])//(?=wsl))${folder}(?:${separator}${folder}){0,3}?`;
/** A folder's name that stands for a path: `-home-dev-tide`, `C--Users-dev-tide`, `--wsl-localhost-Ubuntu-home-dev-tide`. */
const encodedRoot = String.raw`(?<![\w.~-])(?:-(?!-(?!wsl))(?:[A-Za-z0-9]*-){0,8}?|[A-Za-z]--)(?:[Hh]ome|[Uu]sers)-`;

/** Every way to write a home directory, with what to write in its place. */
function homesOf(owners: string[]): [RegExp, string][] {
  const oneOf = (names: string[]) => `(?:${names.join("|") || "(?!)"})`;
  const owner = `${oneOf(owners.map((name) => name.split(" ").map(escaped).join(blank)))}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`;
  const encodedOwner = `${oneOf(owners.map((name) => name.replace(/[^A-Za-z0-9]/g, "-")))}(?![A-Za-z0-9])`;
  /** A name of up to four words: before a separator, where they begin as in a name. */
  const someone = (begin: string, end: string) => `${folder}(?:(?:${blank}${begin}${letter}*){1,3}(?=${end}))?`;
  const home = (root: string, whose: string, flags: string) => new RegExp(root + whose, flags);
  return [
    [
      home(
        `(?:${drive}|${share})${separator}(?:users|home|documents and settings)${separator}`,
        `(?:${owner}|${someone(letter, separator)})`,
        "giu",
      ),
      "~",
    ],
    [home(`${pathBegins}(?:/${folder}){0,6}?/(?:home|users)/+`, owner, "giu"), "~"],
    [
      home(
        `${pathBegins}(?:(?:/${folder}){0,4}?/Users|(?:/${folder})?/home|(?:/mnt|/cygdrive)?/[A-Za-z]/(?:users|home))/+`,
        someone("\\p{Lu}", "/"),
        "gu",
      ),
      "~",
    ],
    [/(?<![\w.~/-])\/root(?![\w-])/g, "~"],
    [home(encodedRoot, `(?:${encodedOwner}|${folder})`, "g"), "-~"],
    // Of the session's own people no name stays, wherever the path begins.
    [home(`(?<![A-Za-z0-9])(?:home|users)${separator}`, owner, "giu"), "~"],
    [home("(?<![A-Za-z0-9])(?:home|users)-", encodedOwner, "gi"), "~"],
  ];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
