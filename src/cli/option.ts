/** An option of a verb: a flag, or one that takes a value. */
export interface Option<T> {
  /** What stands for the value in the help, such as `<number>`; absent for a flag. */
  placeholder?: string;
  help: string;
  /** Reads the value; `before` is what the option gave so far. An error that it throws says what to give instead. */
  parse?: (text: string, before: T | undefined) => T;
  /** Other options that can't be given with it. */
  not?: string | string[];
}

/** The options of a verb by name; `onlyInSummary` is `--only-in-summary` on the command line. */
export type Options<Given> = { [Name in keyof Given]-?: Option<NonNullable<Given[Name]>> };

/** What a verb gets that shows the most telling, and all with `--all`. */
export interface All {
  all?: boolean;
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RangeError("Give a whole number from 1 on.");
  return value;
}
