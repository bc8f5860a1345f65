import { TranscriptError } from "../read/transcript-error.js";
import { type Pattern, parsePattern, type UnitSet } from "./pattern-syntax.js";

/** One step of a compiled pattern; `next` and `other` are steps that follow. */
type Step =
  | { does: "take"; has: (unit: number) => boolean; next: number }
  | { does: "fork"; next: number; other: number }
  | { does: "check"; holds: (text: string, at: number) => boolean; next: number }
  | { does: "end" };

/** Finds the distinct matches of a pattern in a text, in order of first appearance. */
export type Finder = (text: string) => string[];

const mostSteps = 2_000;

/**
 * Compiles a regular expression that can't hang: its cost is the length of the text times the size of the pattern.
 *
 * Finds what `RegExp` finds (leftmost, by the order of alternatives, without empty matches). The ends of all matches are
 * worked out from the end of the text to its start, each step once at each place, so nothing is ever tried twice.
 * Throws a `TranscriptError` for a pattern outside of the syntax that `parsePattern` takes.
 */
export function linearPattern(source: string, flags = ""): Finder {
  if (/[^dgimsu]/.test(flags))
    throw new TranscriptError(
      "wrong-option",
      `The flags ${JSON.stringify(flags)} are not supported; use g, i, m, s or none.`,
    );
  const steps: Step[] = [];
  const ignoreCase = flags.includes("i");
  const multiline = flags.includes("m");
  const pattern = parsePattern(source, flags.includes("s"));
  const start = compile(pattern, add({ does: "end" }));
  const table = tableOf(steps);
  const prefix = ignoreCase ? "" : literalPrefix(pattern);
  return (text) => matches(text, steps, table, start, prefix);

  function add(step: Step): number {
    if (steps.length >= mostSteps)
      throw new TranscriptError(
        "wrong-option",
        `The pattern ${JSON.stringify(source)} is too large; use smaller counts.`,
      );
    return steps.push(step) - 1;
  }

  /** Adds the steps of a part that goes on at `next`; returns its first step. */
  function compile(part: Pattern, next: number): number {
    switch (part.is) {
      case "unit":
        return add({ does: "take", has: tester(part.set, ignoreCase), next });
      case "at":
        return add({ does: "check", holds: positions(multiline)[part.where], next });
      case "all":
        return part.parts.reduceRight((after, one) => compile(one, after), next);
      case "either":
        return part.parts
          .map((one) => compile(one, next))
          .reduceRight((other, one) => add({ does: "fork", next: one, other }));
      case "repeat": {
        const fork = (body: number, exit: number): number =>
          add(part.lazy ? { does: "fork", next: exit, other: body } : { does: "fork", next: body, other: exit });
        let after = next;
        if (part.max === Number.POSITIVE_INFINITY) {
          after = fork(next, next);
          const body = compile(part.part, after);
          Object.assign(steps[after] as Step, part.lazy ? { other: body } : { next: body });
        } else for (let count = part.min; count < part.max; count++) after = fork(compile(part.part, after), next);
        for (let count = 0; count < part.min; count++) after = compile(part.part, after);
        return after;
      }
    }
  }
}

/** Steps such that each comes after those that it reaches without taking a unit; repeats never go round without taking one. */
function inOrder(steps: readonly Step[]): number[] {
  const done = new Set<number>();
  const order: number[] = [];
  for (let start = 0; start < steps.length; start++) {
    const stack = [start];
    while (stack.length > 0) {
      const at = stack[stack.length - 1] as number;
      const step = steps[at] as Step;
      const open = (step.does === "fork" ? [step.next, step.other] : step.does === "check" ? [step.next] : []).filter(
        (one) => !done.has(one),
      );
      if (!done.has(at) && open.length > 0) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      if (!done.has(at)) order.push(at);
      done.add(at);
    }
  }
  return order;
}

/** Steps as plain numbers, in the order in which they are worked out: one table look-up for each place. */
interface Table {
  kinds: Uint8Array;
  steps: Int32Array;
  next: Int32Array;
  other: Int32Array;
  /** For each step and ASCII unit, whether the step takes it. */
  ascii: Uint8Array;
}

const kindOf = { take: 0, fork: 1, check: 2, end: 3 };

function tableOf(steps: readonly Step[]): Table {
  const order = inOrder(steps);
  const of = order.map((one) => steps[one] as Step);
  const ascii = new Uint8Array(of.length * 128);
  of.forEach((step, row) => {
    if (step.does === "take") for (let unit = 0; unit < 128; unit++) ascii[row * 128 + unit] = Number(step.has(unit));
  });
  return {
    kinds: Uint8Array.from(of, (step) => kindOf[step.does]),
    steps: Int32Array.from(order),
    next: Int32Array.from(of, (step) => (step.does === "end" ? 0 : step.next)),
    other: Int32Array.from(of, (step) => (step.does === "fork" ? step.other : 0)),
    ascii,
  };
}

function matches(text: string, steps: readonly Step[], table: Table, start: number, prefix: string): string[] {
  const first = prefix === "" ? 0 : text.indexOf(prefix);
  if (first < 0) return [];
  const { kinds, steps: order, next, other, ascii } = table;
  const ends = new Int32Array(text.length - first + 1);
  let now = new Int32Array(steps.length);
  let later = new Int32Array(steps.length).fill(-1);
  for (let at = text.length; at >= first; at--) {
    const unit = at < text.length ? text.charCodeAt(at) : -1;
    for (let row = 0; row < order.length; row++) {
      const one = order[row] as number;
      const after = next[row] as number;
      const kind = kinds[row];
      if (kind === 0) {
        const taken = unit < 0 ? false : unit < 128 ? ascii[row * 128 + unit] === 1 : takes(steps[one], unit);
        now[one] = taken ? (later[after] as number) : -1;
      } else if (kind === 1)
        now[one] = (now[after] as number) >= 0 ? (now[after] as number) : (now[other[row] as number] as number);
      else if (kind === 2) now[one] = holds(steps[one], text, at) ? (now[after] as number) : -1;
      else now[one] = at;
    }
    ends[at - first] = now[start] as number;
    [now, later] = [later, now];
  }
  const found = new Set<string>();
  for (let at = first; at < text.length; ) {
    const end = ends[at - first] as number;
    if (end > at) found.add(text.slice(at, end));
    at = Math.max(at + 1, end);
  }
  return [...found];
}

const takes = (step: Step | undefined, unit: number): boolean => step?.does === "take" && step.has(unit);
const holds = (step: Step | undefined, text: string, at: number): boolean =>
  step?.does === "check" && step.holds(text, at);

function tester({ ranges, negated }: UnitSet, ignoreCase: boolean): (unit: number) => boolean {
  const within = (unit: number): boolean => ranges.some(([low, high]) => unit >= low && unit <= high);
  return (unit) => either(unit) !== negated;

  function either(unit: number): boolean {
    if (!ignoreCase || within(unit)) return within(unit);
    const text = String.fromCharCode(unit);
    const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
    return (lower.length === 1 && within(lower.charCodeAt(0))) || (upper.length === 1 && within(upper.charCodeAt(0)));
  }
}

function positions(multiline: boolean) {
  const word = (text: string, at: number): boolean => /\w/.test(text.charAt(at));
  const boundary = (text: string, at: number): boolean => word(text, at - 1) !== word(text, at);
  const lineEnd = (text: string, at: number): boolean => /[\n\r\u2028\u2029]/.test(text.charAt(at));
  return {
    start: (text: string, at: number): boolean => at === 0 || (multiline && lineEnd(text, at - 1)),
    end: (text: string, at: number): boolean => at === text.length || (multiline && lineEnd(text, at)),
    word: boundary,
    inside: (text: string, at: number): boolean => !boundary(text, at),
  };
}

/** The literal that every match begins with: a text without it is passed over. */
function literalPrefix(pattern: Pattern): string {
  let prefix = "";
  for (const part of pattern.is === "all" ? pattern.parts : [pattern]) {
    const range =
      part.is === "unit" && !part.set.negated && part.set.ranges.length === 1 ? part.set.ranges[0] : undefined;
    if (range === undefined || range[0] !== range[1]) break;
    prefix += String.fromCharCode(range[0]);
  }
  return prefix;
}
