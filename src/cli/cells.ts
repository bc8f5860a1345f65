import type { ReturnedRow } from "../queries/returned.js";
import type { Grade, Row } from "../queries/row.js";
import { type Cell, count } from "./table.js";

/** The chain where it is a subagent's: the main conversation needs no word. */
export const sideChain = (row: { chain: string }): Cell => (row.chain === "main" ? null : row.chain);

/** A source with the mark of its grade: `disk` is shown by the record or its texts, `disk?` is inferred, `?` is unknown. */
export const sourceShown = ({ source, grade }: { source: string; grade: Grade }): string =>
  source === "unknown" ? "?" : grade === "observed" || grade === "derived" ? source : `${source}?`;

/** Characters that arrived; where that was less than there was, also how many there were. */
export const charsShown = ({ chars, sourceChars }: Pick<ReturnedRow, "chars" | "sourceChars">): Cell =>
  chars !== null && sourceChars !== null && chars < sourceChars ? `${count(chars)}/${count(sourceChars)}` : chars;

/** The line that proves a row, written as editors and `sed` take it. */
export const lineShown = ({ evidence }: Row): string | null =>
  evidence[0] === undefined ? null : String(evidence[0].line);
