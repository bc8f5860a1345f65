import { checkList } from "../read/wrong-use.js";
import { Rows } from "./rows.js";
import { checkShowOptions, rowsView, type ShowOptions } from "./rows-view.js";

/**
 * Has rows show themselves as a table: rows of queries with their columns for people, others with all their fields.
 *
 * For rows that were collected in a list of one's own, such as those of many sessions, for more rows than the first 20, and
 * for all fields. What else the list may hold stays in it. Throws a `TranscriptError` for a limit that is no number of rows,
 * and for a field that no row has.
 *
 * @example
 * const rows = show(boundaries(timeline), { fields: ["trigger", "preTokens", "why"] });
 * rows.length; // => 2
 */
export function show<R>(rows: Iterable<R>, options: ShowOptions = {}): Rows<R> {
  checkList(rows, "write show(rows), with the rows of a query");
  checkShowOptions(options);
  const shown = Rows.showing(rows, options);
  rowsView(shown, { ...options, limit: 0 });
  return shown;
}
