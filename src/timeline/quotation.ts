/** What a summary kept of a text that is no longer so. */
interface Quotation {
  by: "lines" | "words";
  /** The old lines or words that stand verbatim in the summary, one a line. */
  quoted: string;
  /** Lines of the new text that the old one does not have. */
  fresh: string;
}

/** A line or a word counts as quoted from this length on: shorter ones stand in a summary by chance. */
const quotableChars = 12;

/**
 * Finds what a summary quotes of an old text and the new text no longer has: whole lines, else with `words` the names in
 * it (codewords, paths, versions: a digit or one of `- _ / .` inside).
 */
export function quotationOf(old: string, now: string, summary: string, words: boolean): Quotation | null {
  const gone = (part: string): boolean => part.length >= quotableChars && summary.includes(part) && !now.includes(part);
  const lines = linesOf(old);
  const quotedLines = lines.filter(gone);
  const quoted = quotedLines.length > 0 || !words ? quotedLines : lines.flatMap(namesIn).filter(gone);
  if (quoted.length === 0) return null;
  const known = new Set(lines);
  const fresh = linesOf(now).filter((line) => line !== "" && !known.has(line));
  return {
    by: quotedLines.length > 0 ? "lines" : "words",
    quoted: [...new Set(quoted)].join("\n"),
    fresh: fresh.join("\n"),
  };
}

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim());

const namesIn = (line: string): string[] =>
  line.match(/[\p{L}\p{N}][\p{L}\p{N}\-_/.]*[\p{L}\p{N}]/gu)?.filter((word) => /[\d\-_/.]/.test(word)) ?? [];
