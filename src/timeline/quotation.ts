/** What a summary kept of a text that is no longer so. */
interface Quotation {
  by: "lines" | "names";
  /** The old lines or names that stand verbatim in the summary. */
  quoted: string[];
  /** Lines of the new text that the old one does not have. */
  fresh: string;
}

/** A line or a name counts as quoted from this length on: shorter ones stand in a summary by chance. */
const quotableChars = 12;

/** A summary's lines and names, taken apart once for all that is compared with it. */
export interface Quoting {
  lines: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Takes a summary apart: its lines, what follows a colon in one, the names in it. */
export function quotingOf(summary: string): Quoting {
  const lines = new Set<string>();
  for (const line of linesOf(summary)) {
    lines.add(line);
    for (const rest of afterColons(line)) lines.add(rest);
  }
  return { lines, names: new Set(namesIn(summary)) };
}

/** The lines and names of a text that count as quoted where a summary has them. */
export function quotableParts(text: string): { lines: string[]; names: string[] } {
  const isLong = (part: string): boolean => part.length >= quotableChars;
  return {
    lines: linesOf(text).filter((line) => isLong(line) && !isHeading(line)),
    names: namesIn(text).filter(isLong),
  };
}

/**
 * Finds what a summary quotes of an old text and the new text no longer has: whole lines, else with `names` the names in
 * it (codewords, paths, versions: a digit or one of `- _ / .` inside).
 *
 * A line must be a line of the summary, or all that follows a colon in one; signs of lists and quotation around it do
 * not count. A heading is no quotation: many texts have the same.
 */
export function quotationOf(old: string, now: string, summary: Quoting, names: boolean): Quotation | null {
  const gone = (part: string): boolean => part.length >= quotableChars && !now.includes(part);
  const lines = linesOf(old);
  const quotedLines = lines.filter((line) => summary.lines.has(line) && !isHeading(line) && gone(line));
  const namesToo = names && quotedLines.length === 0;
  const quoted = namesToo ? namesIn(old).filter((name) => summary.names.has(name) && gone(name)) : quotedLines;
  if (quoted.length === 0) return null;
  const known = new Set(lines);
  const fresh = linesOf(now).filter((line) => line !== "" && !known.has(line));
  return {
    by: quotedLines.length > 0 ? "lines" : "names",
    quoted: [...new Set(quoted)],
    fresh: fresh.join("\n"),
  };
}

const linesOf = (text: string): string[] => text.split("\n").map(bare);

/** A line without the signs of a list before it and of quotation or emphasis around it. */
function bare(line: string): string {
  const item = line.trim().replace(/^(?:[-*+>•]\s+|\d{1,3}[.)]\s+)+/, "");
  let [start, end] = [0, item.length];
  while (start < end && around.has(item.charAt(start))) start++;
  while (end > start && around.has(item.charAt(end - 1))) end--;
  return item.slice(start, end);
}

const around: ReadonlySet<string> = new Set("\"'`“”*_");

/** What follows each colon of a line: summaries introduce what they quote. */
function afterColons(line: string): string[] {
  const rests: string[] = [];
  for (let at = line.indexOf(": "); at >= 0 && rests.length < 8; at = line.indexOf(": ", at + 2))
    rests.push(bare(line.slice(at + 2)));
  return rests;
}

const isHeading = (line: string): boolean => /^#{1,6}(?:\s|$)/.test(line);

const namesIn = (text: string): string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}\-_/.]*[\p{L}\p{N}]/gu)?.filter((word) => /[\d\-_/.]/.test(word)) ?? [];
