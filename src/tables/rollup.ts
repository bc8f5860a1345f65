import { TranscriptError } from "../read/transcript-error.js";
import { checkList, checkNames } from "../read/wrong-use.js";
import type { Measure } from "./measures.js";

/** Columns to group by: the name of a field, or a function of the row such as `day("Europe/London")`. */
export type By<R> = Record<string, (keyof R & string) | ((row: R) => unknown)>;

/** One row per group: the group's values, then its measures. */
export type Rolled<R, B, M> = {
  [C in keyof B | keyof M]: C extends keyof M
    ? M[C] extends Measure<never, infer Value>
      ? Value
      : never
    : C extends keyof B
      ? B[C] extends keyof R
        ? R[B[C]]
        : B[C] extends (row: never) => infer Value
          ? Value
          : never
      : never;
};

/**
 * Groups rows and measures each group; groups stand in the order of their first row. Without columns to group by, all
 * rows are one group, also where there are none. Two columns with one name are wrong use (`TranscriptError`).
 *
 * @example
 * const items = rollup(returned(timeline), { item: "item" }, { things: count() });
 * items.find((row) => row.item === "file")?.things; // => 6
 */
export function rollup<R, const B extends By<R>, M extends Record<string, Measure<R, unknown>>>(
  rows: Iterable<R>,
  by: B,
  measures: M,
): Rolled<R, B, M>[] {
  checkList(rows, "write rollup(rows, by, measures), with the rows of a query");
  checkNames(by, 'write rollup(rows, { model: "model" }, { requests: count() })');
  checkNames(measures, 'write rollup(rows, { model: "model" }, { requests: count() })');
  const columns = Object.entries(by).map(([name, of]) => ({
    name,
    pick: typeof of === "function" ? of : (row: R): unknown => row[of],
  }));
  const measured = Object.entries(measures);
  const twice = measured.find(([name]) => Object.hasOwn(by, name))?.[0];
  if (twice !== undefined)
    throw new TranscriptError("wrong-option", `Two columns are called "${twice}": rename the measure or the group.`);
  const root = newBranch<R>([]);
  const groups = columns.length === 0 ? [root] : [];
  for (const row of rows) {
    const branch = columns.reduce((branch, { pick }) => branchFor(pick(row), branch), root);
    if (branch.rows.length === 0 && branch !== root) groups.push(branch);
    branch.rows.push(row);
  }
  // Object.fromEntries defines own fields, so that no name of a column can reach a prototype.
  return groups.map((group) =>
    Object.fromEntries([
      ...columns.map(({ name }, column) => [name, group.values[column]]),
      ...measured.map(([name, measure]) => [name, measure(group.rows)]),
    ]),
  ) as Rolled<R, B, M>[];
}

/** Rows that have the same values in the first columns: a group, or what branches by the values of the next one. */
interface Branch<R> {
  values: unknown[];
  branches: Map<unknown, Branch<R>>;
  rows: R[];
}

const newBranch = <R>(values: unknown[]): Branch<R> => ({ values, branches: new Map(), rows: [] });

function branchFor<R>(value: unknown, { values, branches }: Branch<R>): Branch<R> {
  let branch = branches.get(value);
  if (branch === undefined) {
    branch = newBranch([...values, value]);
    branches.set(value, branch);
  }
  return branch;
}
