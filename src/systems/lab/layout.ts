import type { Marks, Place } from "./marks.js";

/** What lies in the working directory beside the four marked files and the one to read. */
export interface Layout {
  /** A rule that always applies, one for `sub/**`, and a hook that prints a file after a compaction. */
  rules?: true;
  /** Six small files under `other/`. */
  others?: true;
  /** A skill of 6,000 tokens in place of the small one. */
  longSkill?: true;
  /** Five more skills, of 4,700 tokens each like the first. */
  sixSkills?: true;
  /** `other/long.txt`, a file of 6,000 tokens. */
  longFile?: true;
  /** `CLAUDE.local.md`, and a `CLAUDE.md` in the folder of the client's settings. */
  personal?: true;
  /** Files to fill the context with. */
  filling?: true;
}

export const skillName = "ready-check";
export const skillNames = [1, 2, 3, 4, 5, 6].map((ordinal) => (ordinal === 1 ? skillName : `${skillName}-${ordinal}`));
export const otherFiles = [1, 2, 3, 4, 5, 6].map((ordinal) => `other/f${ordinal}.txt`);
export const fillingFiles = Array.from({ length: 24 }, (_, at) => `other/g${String(at + 1).padStart(2, "0")}.txt`);
export const firstLine = "This is a plain data file.";
export const hookCommand = "cat .claude/note.md";

/** The carrier files of each place, as they are named in the record: relative to the working directory. */
export const fileOf: Partial<Record<Place, string>> = {
  root: "CLAUDE.md",
  import: "notes/imported.md",
  local: "CLAUDE.local.md",
  sub: "sub/CLAUDE.md",
  rule: ".claude/rules/always-on.md",
  "path-rule": ".claude/rules/sub-files.md",
  "long-file": "other/long.txt",
};

/** Documented limits count tokens; the files are sized by four characters a token, the client's own estimate. */
const charsPerToken = 4;

/**
 * The files of a working directory by their relative path, with the numbers of one version.
 *
 * No name and no text says what they are for: a summariser that knows keeps what is looked for.
 */
export function filesOf(layout: Layout, { numbers }: Marks, version: 1 | 2): Map<string, string> {
  const number = (place: Place): string => numbers[place][version - 1] as string;
  const marked = (title: string, place: Place, lines: number, middle = ""): string =>
    `# ${title}\n\nReference: ${number(place)}\n\n${middle}${filler(lines)}`;
  const skillTokens = layout.longSkill ? 6_000 : layout.sixSkills ? 4_700 : null;
  const files = new Map([
    [fileOf.root as string, marked("Project notes", "root", 12, "@notes/imported.md\n\n")],
    [fileOf.import as string, marked("More notes", "import", 24)],
    [fileOf.sub as string, marked("Notes on this directory", "sub", 36)],
    [skillPath(skillName), skillText(skillName, number("skill"), skillTokens, layout.longSkill && number("skill-end"))],
    ["sub/data.txt", `${firstLine}\n`],
  ]);
  if (layout.rules) {
    files.set(fileOf.rule as string, marked("Standing note", "rule", 6));
    files.set(fileOf["path-rule"] as string, `---\npaths: ["sub/**"]\n---\n\n${marked("Note on sub", "path-rule", 6)}`);
    files.set(".claude/note.md", `A standing note. Reference: ${number("hook")}\n`);
    files.set(".claude/settings.json", settingsText());
  }
  if (layout.others) for (const path of otherFiles) files.set(path, `${firstLine} It is called ${path}.\n`);
  if (layout.sixSkills)
    for (const [at, name] of skillNames.slice(1).entries())
      files.set(skillPath(name), skillText(name, number(`skill-${at + 2}` as Place), skillTokens));
  if (layout.longFile)
    files.set(fileOf["long-file"] as string, longText(`A long list. Reference: ${number("long-file")}\n`, 6_000));
  if (layout.personal) files.set(fileOf.local as string, marked("Local notes", "local", 6));
  if (layout.filling) for (const path of fillingFiles) files.set(path, longText(`A list called ${path}.\n`, 4_000));
  return files;
}

/** The `CLAUDE.md` of the person, which lies in the folder of the client's settings. */
export const personalText = ({ numbers }: Marks, version: 1 | 2): string =>
  `# Personal notes\n\nReference: ${numbers.user[version - 1]}\n\n${filler(6)}`;

const skillPath = (name: string): string => `.claude/skills/${name}/SKILL.md`;

function skillText(name: string, number: string, tokens: number | null, end?: string | false): string {
  const head = `---\nname: ${name}\ndescription: Replies with one word. Only run it when the user types /${name}.\n---\n\nReference: ${number}\n\nWhen this skill runs, reply with exactly the word READY and nothing else.\n\n`;
  const tail = end ? `\nClosing reference: ${end}\n` : "";
  return tokens === null ? head + filler(48) : longText(head, tokens) + tail;
}

const settingsText = (): string =>
  `${JSON.stringify({ hooks: { SessionStart: [{ matcher: "compact", hooks: [{ type: "command", command: hookCommand }] }] } }, null, 2)}\n`;

const line = (ordinal: number): string => `- Line ${String(ordinal).padStart(2, "0")}. It asks for nothing.\n`;
const filler = (lines: number): string => Array.from({ length: lines }, (_, at) => line(at + 1)).join("");

/** A text of about that many tokens, the head included. */
function longText(head: string, tokens: number): string {
  let text = head;
  for (let ordinal = 1; text.length < tokens * charsPerToken; ordinal++) text += line(ordinal);
  return text;
}
