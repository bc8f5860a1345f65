import type { ReturnedRow } from "../queries/returned.js";
import type { Grade, Row } from "../queries/row.js";
import { count } from "./count.js";
import { plainText } from "./plain-text.js";
import type { Cell } from "./table.js";
import { cutEnd } from "./text-width.js";

/** The chain where it is a subagent's: the main conversation needs no word. */
export const sideChain = (row: { chain: string }): Cell => (row.chain === "main" ? null : row.chain);

/** A word of an answer with the mark of its grade: `disk` is shown by the record or its texts, `disk?` is inferred, `?` is unknown. */
export const graded = (word: string, grade: Grade): string =>
  word === "unknown"
    ? "?"
    : grade === "inferred" || (grade === "unknown" && word !== "not-recorded")
      ? `${word}?`
      : word;

export const sourceShown = ({ source, grade }: { source: string; grade: Grade }): string => graded(source, grade);

export const reasonShown = ({ reason, grade }: { reason: string | null; grade: Grade }): Cell =>
  reason === null ? null : graded(reason, grade);

/** Characters that arrived; where that was less than there was, also how many there were. */
export const charsShown = ({ chars, sourceChars }: Pick<ReturnedRow, "chars" | "sourceChars">): Cell =>
  chars !== null && sourceChars !== null && chars < sourceChars ? `${count(chars)}/${count(sourceChars)}` : chars;

/** The line that proves a row, written as editors and `sed` take it. */
export const lineShown = ({ evidence }: Row): string | null =>
  evidence[0] === undefined ? null : String(evidence[0].line);

/** A line as text, so that it gets no thousands separators. */
export const lineOf = (line: number | null): Cell => (line === null ? null : String(line));

export const linesOf = (row: { firstLine: number; lastLine: number }): string => `${row.firstLine}-${row.lastLine}`;

/** The beginning of a long text, on one line. */
export const headOf = (text: string): Cell => cutEnd(plainText(text.slice(0, 200)).trim(), 60);
