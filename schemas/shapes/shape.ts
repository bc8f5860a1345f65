/**
 * What zod schemas ask of values, as data: shapes that refer to each other, and to the fields that many of them share, by
 * number. They say only yes or no, so messages and whatever else zod knows are not in them.
 */
export interface Shapes {
  shapes: readonly Shape[];
  fields: readonly Field[];
}

export type Shape =
  | { words: readonly unknown[] }
  /** A text that matches a regular expression. */
  | { pattern: string }
  | { list: Part }
  /** An object with any names. */
  | { values: Part }
  | { anyOf: readonly Part[] }
  /** One of several objects, told apart by what stands in a field. */
  | { key: string; options: readonly (readonly [value: unknown, option: Part])[] }
  /** An object with these fields, and any others. */
  | { fields: readonly number[] };

/** Most fields hold plain values, for which a look at their type is enough. A shape is asked about the others; null for none. */
export type Part = readonly [types: number, shape: number | null];

export type Field = readonly [name: string, isNeeded: 0 | 1, types: number, shape: number | null];

/** Types of values, as bits; `other` are objects, arrays, and numbers that are not finite. */
export const types = { text: 1, finite: 2, flag: 4, absent: 8, nothing: 16, other: 32, any: 63 } as const;

/** What can't be described, so that no value is sure to fit: zod has to be asked. */
export const unsure: Part = [0, null];
