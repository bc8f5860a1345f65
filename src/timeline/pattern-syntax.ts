import { TranscriptError } from "../read/transcript-error.js";

/** A set of UTF-16 units, or the opposite of one. */
export interface UnitSet {
  ranges: (readonly [number, number])[];
  negated: boolean;
}

/** A pattern as a tree. */
export type Pattern =
  | { is: "unit"; set: UnitSet }
  | { is: "all"; parts: Pattern[] }
  | { is: "either"; parts: Pattern[] }
  | { is: "repeat"; part: Pattern; min: number; max: number; lazy: boolean }
  | { is: "at"; where: "start" | "end" | "word" | "inside" };

const classes: ReadonlyMap<string, UnitSet> = new Map([
  ["d", { ranges: [[48, 57]], negated: false }],
  [
    "w",
    {
      ranges: [
        [48, 57],
        [65, 90],
        [95, 95],
        [97, 122],
      ],
      negated: false,
    },
  ],
  [
    "s",
    {
      ranges: [
        [9, 13],
        [32, 32],
        [160, 160],
        [0x1680, 0x1680],
        [0x2000, 0x200a],
        [0x2028, 0x2029],
        [0x202f, 0x202f],
        [0x205f, 0x205f],
        [0x3000, 0x3000],
        [0xfeff, 0xfeff],
      ],
      negated: false,
    },
  ],
]);
const controls: ReadonlyMap<string, number> = new Map([
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["f", 12],
  ["v", 11],
  ["0", 0],
]);
const lineEnds: UnitSet["ranges"] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
/** Copies that `{n,m}` may ask for; nesting multiplies, so the size of the whole is checked again when it is compiled. */
const mostRepeats = 1_000;
const mostDepth = 100;

/**
 * Parses a pattern in the part of JavaScript's syntax that can be matched in linear time: literals, `.`, classes, groups,
 * `|`, `* + ? {n,m}` and their lazy forms, `^ $ \b \B`. Throws a `TranscriptError` for what has no such match (back
 * references, look-around), for a repeat of what can be empty, and for a pattern that is not well formed.
 */
export function parsePattern(source: string, dotAll: boolean): Pattern {
  let at = 0;
  let depth = 0;
  const pattern = either();
  if (at < source.length) fail("has a `)` too many");
  return pattern;

  function fail(what: string): never {
    throw new TranscriptError(
      "wrong-option",
      `The pattern ${JSON.stringify(source)} ${what} (at ${at}). Use literals, classes, groups, | * + ? {n,m} ^ $ \\b.`,
    );
  }

  function either(): Pattern {
    if (++depth > mostDepth) fail(`nests more than ${mostDepth} groups`);
    const parts = [all()];
    while (source[at] === "|") {
      at++;
      parts.push(all());
    }
    depth--;
    return parts.length === 1 ? (parts[0] as Pattern) : { is: "either", parts };
  }

  function all(): Pattern {
    const parts: Pattern[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(atom()));
    return { is: "all", parts };
  }

  function repeated(part: Pattern): Pattern {
    const counts = quantifier();
    if (counts === null) return part;
    if (part.is === "at") fail("repeats a position");
    if (canBeEmpty(part)) fail("repeats what can be empty");
    const lazy = source[at] === "?";
    if (lazy) at++;
    if (quantifier() !== null) fail("repeats a repeat");
    return { is: "repeat", part, ...counts, lazy };
  }

  function quantifier(): { min: number; max: number } | null {
    const sign = source[at];
    if (sign === "*" || sign === "+" || sign === "?") {
      at++;
      return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
    }
    if (sign !== "{") return null;
    const end = source.indexOf("}", at);
    const counts = end < 0 ? null : /^(\d{1,9})(?:(,)(\d{0,9}))?$/.exec(source.slice(at + 1, end));
    if (counts === null) return null;
    const min = Number(counts[1]);
    const max = counts[2] === undefined ? min : counts[3] === "" ? Number.POSITIVE_INFINITY : Number(counts[3]);
    if (max < min || Math.max(min, max === Number.POSITIVE_INFINITY ? 0 : max) > mostRepeats)
      fail(`has counts out of order or above ${mostRepeats}`);
    at = end + 1;
    return { min, max };
  }

  function atom(): Pattern {
    const sign = source[at++] as string;
    switch (sign) {
      case "(":
        return group();
      case "[":
        return { is: "unit", set: bracket() };
      case ".":
        return { is: "unit", set: { ranges: dotAll ? [] : lineEnds, negated: true } };
      case "^":
        return { is: "at", where: "start" };
      case "$":
        return { is: "at", where: "end" };
      case "\\":
        return escaped();
      case "*":
      case "+":
      case "?":
        return fail("has nothing to repeat");
      default:
        return one(sign.charCodeAt(0));
    }
  }

  function group(): Pattern {
    if (source[at] === "?") {
      if (source[at + 1] === ":") at += 2;
      else {
        const name = /^\?<[A-Za-z_]\w*>/.exec(source.slice(at, at + 100));
        if (name === null) fail("uses look-around, which has no linear match");
        at += name[0].length;
      }
    }
    const inner = either();
    if (source[at] !== ")") fail("lacks a `)`");
    at++;
    return inner;
  }

  function escaped(): Pattern {
    const sign = source[at];
    if (sign === "b" || sign === "B") {
      at++;
      return { is: "at", where: sign === "b" ? "word" : "inside" };
    }
    const set = unitOrClass();
    return typeof set === "number" ? one(set) : { is: "unit", set };
  }

  /** An escape that stands for one unit or a class. */
  function unitOrClass(): number | UnitSet {
    const sign = source[at++];
    if (sign === undefined) return fail("ends with a backslash");
    const known = classes.get(sign.toLowerCase());
    if (known !== undefined) return sign === sign.toLowerCase() ? known : { ...known, negated: true };
    if (/[1-9k]/.test(sign)) fail("uses a back reference, which has no linear match");
    if (sign === "x" || sign === "u") {
      const digits = source.slice(at, at + (sign === "x" ? 2 : 4));
      if (!/^[0-9a-f]+$/i.test(digits) || digits.length < (sign === "x" ? 2 : 4)) fail(`has an incomplete \\${sign}`);
      at += digits.length;
      return Number.parseInt(digits, 16);
    }
    const control = controls.get(sign);
    if (control !== undefined) return control;
    if (/[A-Za-z]/.test(sign)) fail(`uses \\${sign}, which is not supported`);
    return sign.charCodeAt(0);
  }

  function bracket(): UnitSet {
    const negated = source[at] === "^";
    if (negated) at++;
    const ranges: UnitSet["ranges"] = [];
    while (source[at] !== "]") {
      if (at >= source.length) fail("lacks a `]`");
      const from = member();
      if (typeof from !== "number") {
        ranges.push(...(from.negated ? complement(from.ranges) : from.ranges));
        continue;
      }
      let to = from;
      if (source[at] === "-" && source[at + 1] !== "]" && at + 1 < source.length) {
        at++;
        const end = member();
        if (typeof end !== "number" || end < from) return fail("has a range out of order");
        to = end;
      }
      ranges.push([from, to]);
    }
    at++;
    return { ranges, negated };
  }

  function member(): number | UnitSet {
    const sign = source[at++] as string;
    if (sign === "\\") {
      if (source[at] !== "b") return unitOrClass();
      at++;
      return 8;
    }
    const unit = sign.charCodeAt(0);
    if (unit >= 0xd800 && unit <= 0xdfff) fail("has a character above U+FFFF in a class; write it outside");
    return unit;
  }
}

const one = (unit: number): Pattern => ({ is: "unit", set: { ranges: [[unit, unit]], negated: false } });

function complement(ranges: UnitSet["ranges"]): UnitSet["ranges"] {
  const free: UnitSet["ranges"] = [];
  let from = 0;
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (low > from) free.push([from, low - 1]);
    from = Math.max(from, high + 1);
  }
  if (from <= 0xffff) free.push([from, 0xffff]);
  return free;
}

function canBeEmpty(pattern: Pattern): boolean {
  switch (pattern.is) {
    case "unit":
      return false;
    case "at":
      return true;
    case "all":
      return pattern.parts.every(canBeEmpty);
    case "either":
      return pattern.parts.some(canBeEmpty);
    case "repeat":
      return pattern.min === 0 || canBeEmpty(pattern.part);
  }
}
