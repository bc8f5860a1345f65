import { inspect } from "node:util";
import { htmlTable } from "./html-table.js";
import { inspection, jupyter, type Media } from "./media.js";
import { isRow, rowsView, type ShowOptions } from "./rows-view.js";
import { pageWidth, terminalWidth, textTable } from "./text-table.js";

/** The methods of arrays that give a new one. */
const copying = ["concat", "filter", "flatMap", "map", "slice", "toReversed", "toSorted", "toSpliced", "with"] as const;

/**
 * Rows that show themselves: as a table in a notebook, and as text where they are printed.
 *
 * They are an array, and what is filtered, cut, sorted, joined or mapped to objects from them shows itself too; `map` to
 * anything else gives a plain array. JSON, `structuredClone` and `[...rows]` make of them what they make of any array.
 *
 * Known gaps: `Object.groupBy` gives plain arrays, which `show` takes; what compares classes, such as
 * `assert.deepStrictEqual`, tells them from a plain array of the same rows.
 */
export class Rows<R> extends Array<R> {
  #options: ShowOptions = {};

  static {
    for (const name of copying) {
      const method = Array.prototype[name] as (...given: unknown[]) => unknown[];
      const value = function (this: Rows<unknown>, ...given: unknown[]): unknown[] {
        const copy = method.apply(this, given);
        return copy.every(isRow) ? Rows.showing(copy) : copy;
      };
      Object.defineProperty(Rows.prototype, name, { value, writable: true, configurable: true });
    }
  }

  /** The class of what a method gives before it is known to hold rows. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** The same rows, shown so. */
  static showing<R>(rows: Iterable<R>, options: ShowOptions = {}): Rows<R> {
    const shown = new Rows<R>();
    for (const row of rows) shown.push(row);
    shown.#options = options;
    return shown;
  }

  [jupyter](): Media {
    const view = rowsView(this, this.#options);
    if (view === null) return { "text/plain": this.#asList() };
    return { "text/html": htmlTable(view), "text/plain": textTable(view, pageWidth) };
  }

  [inspection](): string {
    const view = rowsView(this, this.#options);
    return view === null ? this.#asList() : textTable(view, terminalWidth());
  }

  #asList(): string {
    return inspect(Array.from(this));
  }
}
