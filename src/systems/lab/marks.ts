import { randomInt } from "node:crypto";

/** What carries a number of its own: each is a way by which a text can come back after a compaction. */
export const places = [
  "root",
  "import",
  "rule",
  "local",
  "user",
  "sub",
  "path-rule",
  "skill",
  "skill-end",
  "skill-2",
  "skill-3",
  "skill-4",
  "skill-5",
  "skill-6",
  "long-file",
  "hook",
  "message",
] as const;

export type Place = (typeof places)[number];

/** The numbers of one run: of each place the one of version 1 and the one of version 2. */
export interface Marks {
  /** Two letters that open every number of the run, so that one question can ask for all. */
  prefix: string;
  numbers: Record<Place, [string, string]>;
}

/** No vowels, so that no word comes out. */
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/** Draws numbers that nobody can guess; a seed makes the same ones again, for tests. */
export function drawMarks(seed?: number): Marks {
  const below = seed === undefined ? randomInt : seeded(seed);
  const prefix = [0, 1].map(() => letters.charAt(below(letters.length))).join("");
  const taken = new Set<string>();
  const next = (): string => {
    let number: string;
    do number = `${prefix}-${String(below(1_000_000)).padStart(6, "0")}`;
    while (taken.has(number));
    taken.add(number);
    return number;
  };
  const numbers = Object.fromEntries(places.map((place) => [place, [next(), next()]])) as Marks["numbers"];
  return { prefix, numbers };
}

/** Finds every number of a run, drawn or made up. */
export const patternOf = ({ prefix }: Marks): RegExp => new RegExp(`${prefix}-[0-9]{6}`);

/** A small generator (mulberry32, public domain) that gives the same numbers for the same seed. */
function seeded(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
