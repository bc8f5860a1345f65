import { TranscriptError } from "../read/transcript-error.js";

/** Turns the rows of a group into one value. */
export type Measure<R, Value> = (rows: readonly R[]) => Value;

/** A row with a column of numbers; `null` means "not known" and is left out, never counted as 0. */
export type WithNumber<K extends string> = { readonly [C in K]: number | null };

/** Number of rows. */
export const count = (): Measure<unknown, number> => (rows) => rows.length;

/** Sum of a column; null where no row has a number, and where it would be larger than any. */
export const sum =
  <K extends string>(column: K): Measure<WithNumber<K>, number | null> =>
  (rows) => {
    const total = rows.reduce<number | null>((before, row) => {
      const value = row[column];
      return typeof value === "number" ? (before ?? 0) + value : before;
    }, null);
    return Number.isFinite(total) ? total : null;
  };

/** Arithmetic mean of a column; null where no row has a number. */
export const mean = <K extends string>(column: K): Measure<WithNumber<K>, number | null> =>
  ofNumbers(column, (numbers) => numbers.reduce((total, number) => total + number, 0) / numbers.length);

/** Smallest number of a column; null where no row has a number. */
export const min = <K extends string>(column: K): Measure<WithNumber<K>, number | null> =>
  ofNumbers(column, (numbers) => numbers.reduce((least, number) => Math.min(least, number)));

/** Largest number of a column; null where no row has a number. */
export const max = <K extends string>(column: K): Measure<WithNumber<K>, number | null> =>
  ofNumbers(column, (numbers) => numbers.reduce((most, number) => Math.max(most, number)));

/**
 * Quantile of a column, `q` from 0 to 1, between two neighbours in proportion (type 7 of Hyndman and Fan, 1996, as in
 * R and d3); null where no row has a number. Another `q` is wrong use (`TranscriptError`).
 */
export function quantile<K extends string>(column: K, q: number): Measure<WithNumber<K>, number | null> {
  if (!(q >= 0 && q <= 1))
    throw new TranscriptError("wrong-option", `A quantile lies between 0 and 1, not at ${q}: 0.5 is the median.`);
  return ofNumbers(column, (numbers) => {
    const sorted = numbers.toSorted((a, b) => a - b);
    const at = (sorted.length - 1) * q;
    const below = sorted[Math.floor(at)] as number;
    const above = sorted[Math.ceil(at)] as number;
    return below + (above - below) * (at - Math.floor(at));
  });
}

/** Share of rows for which the predicate is true, 0 to 1; a row where it is null can't be judged and is left out. */
export const rate =
  <R>(predicate: (row: R) => boolean | null): Measure<R, number | null> =>
  (rows) => {
    const judged = rows.map(predicate).filter((one) => one !== null);
    return judged.length === 0 ? null : judged.filter(Boolean).length / judged.length;
  };

/** Applies a function to the numbers of a column; null where there are none. */
const ofNumbers =
  <K extends string>(column: K, of: (numbers: number[]) => number): Measure<WithNumber<K>, number | null> =>
  (rows) => {
    const numbers = rows.map((row) => row[column]).filter((value) => typeof value === "number");
    return numbers.length === 0 ? null : of(numbers);
  };
