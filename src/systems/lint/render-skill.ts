/** A part of a rendered skill: text as it stands in the file, or the place of what only an invocation knows. */
export interface Piece {
  kind: "text" | "command" | "argument";
  /** The text; what a command printed; null where it is not known. */
  text: string | null;
  /** As it stands in the file: of a command, what it runs. */
  source: string;
  /** Line of the file on which it begins. */
  line: number;
}

/**
 * Takes a body apart as an invocation would render it: `` !`command` `` at the start of a line or after blank space,
 * blocks that are opened by ```` ```! ````, and the placeholders of arguments, with `named` those that the frontmatter
 * declares. All else is text. The pieces in order are the body.
 *
 * Source: documentation of skills, "Inject dynamic context" and "Pass arguments", as public copies of 2026-09 give it.
 * Known gaps: variables such as `${CLAUDE_SESSION_ID}` are left as text of about the same length; a backslash that takes
 * the meaning from a placeholder stays.
 */
export function piecesOf(body: string, firstLine: number, named: readonly string[] = []): Piece[] {
  const pieces: Piece[] = [];
  const inLine = inLinePattern(named);
  const lines = body.split(/(?<=\n)/);
  const lastClosing = lines.findLastIndex(closesBlock);
  let text = "";
  let textLine = firstLine;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    if (index < lastClosing && /^\s*```!/.test(line)) {
      let end = index + 1;
      while (!closesBlock(lines[end] as string)) end++;
      flush(firstLine + index);
      const [opening, ...rest] = lines.slice(index, end);
      const source = [(opening as string).replace(/^\s*```!/, ""), ...rest].join("").trim();
      pieces.push({ kind: "command", text: null, source, line: firstLine + index });
      index = end;
      textLine = firstLine + index + 1;
      continue;
    }
    let from = 0;
    for (const match of line.matchAll(inLine)) {
      const { command } = match.groups ?? {};
      text += line.slice(from, match.index);
      flush(firstLine + index);
      const kind = command === undefined ? "argument" : "command";
      pieces.push({ kind, text: null, source: command ?? match[0], line: firstLine + index });
      from = match.index + match[0].length;
    }
    text += line.slice(from);
  }
  flush(firstLine);
  return pieces;

  function flush(nextLine: number): void {
    if (text !== "") pieces.push({ kind: "text", text, source: text, line: textLine });
    text = "";
    textLine = nextLine;
  }
}

function inLinePattern(named: readonly string[]): RegExp {
  return new RegExp(`(?<=^|\\s)!\`(?<command>[^\`\\n]+)\`|${argumentPattern(named).source}`, "g");
}

/** The placeholders of arguments: all, by number, by declared name. */
export function argumentPattern(named: readonly string[]): RegExp {
  const names = named.filter((name) => /^[A-Za-z_]\w*$/.test(name)).map((name) => `|${name}\\b`);
  return new RegExp(`(?<!\\\\)\\$(?:ARGUMENTS\\b(?:\\[\\d+\\])?|\\d+${names.join("")})`);
}

const closesBlock = (line: string): boolean => /^\s*```\s*$/.test(line);

/** The rendered text, as far as it is known. */
export const knownText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text ?? "").join("");

/** The line of the file at which an offset of the known text stands. */
export function lineAt(pieces: readonly Piece[], offset: number): number {
  let left = offset;
  let line = pieces[0]?.line ?? 1;
  for (const piece of pieces) {
    const text = piece.text ?? "";
    line = piece.line;
    if (left <= text.length) {
      const isFile = piece.kind === "text";
      return isFile ? line + (text.slice(0, left).match(/\n/g)?.length ?? 0) : line;
    }
    left -= text.length;
  }
  return line;
}
