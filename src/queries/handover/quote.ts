/** Longest quote, in UTF-16 units. */
const quoteChars = 240;

/** White space of any kind as one blank, none at the ends. */
export const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The text on one line, or its head up to the end of a word: it stands verbatim in the folded text. */
export function quote(text: string): string {
  const line = folded(text);
  if (line.length <= quoteChars) return line;
  const blank = line.lastIndexOf(" ", quoteChars);
  const end = blank > quoteChars / 2 ? blank : quoteChars;
  return line
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}
