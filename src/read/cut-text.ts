/** A string value of a salvaged entry longer than this many characters is kept as its head. */
export const longestKeptText = 1024;

/**
 * The head of a text of `length` characters, with a mark that says how many are missing:
 * `first 1,024 characters…[tidemark: 587201588 more characters not kept]`.
 * Only in entries with `salvaged: true`; elsewhere such words are the transcript's own.
 */
export function cutText(head: string, length: number): string {
  const last = head.charCodeAt(head.length - 1);
  const kept = last >= 0xd800 && last <= 0xdbff ? head.slice(0, -1) : head;
  return `${kept}…[tidemark: ${length - kept.length} more characters not kept]`;
}

const mark = /…\[tidemark: (\d{1,15}) more characters not kept\]$/;

/** Length in characters that a text of a salvaged entry had before it was cut. */
export function fullTextLength(text: string): number {
  const found = text.length > longestKeptText - 2 ? mark.exec(text) : null;
  return found === null ? text.length : found.index + Number(found[1]);
}
