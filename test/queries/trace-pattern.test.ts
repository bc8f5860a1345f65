import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearPattern } from "../../src/timeline/linear-pattern.js";

const leaf = fc.constantFrom(
  "a",
  "b",
  "ab",
  ".",
  "[ab]",
  "[^a]",
  "\\d",
  "\\w",
  "\\S",
  "a?",
  "\\b",
  "^",
  "$",
  "(?:a|b)",
  "[a-c]+?",
  "é",
  "\\u00e9",
  "[\\d\\W]",
);
const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{1,}", "*?", "+?", "??", "{0,2}?");
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b),
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(${a}|${b})`),
    fc.tuple(tie("pattern"), quantifier).map(([a, q]) => `(?:${a})${q}`),
  ),
}));
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "1", " ", "\n", "é", "\u2028"), maxLength: 12 });

describe("patterns for markers", () => {
  it("find what RegExp finds", () => {
    let runs = 0;
    let compared = 0;
    fc.assert(
      fc.property(pattern, text, fc.constantFrom("", "i", "m", "s", "g"), (source, sample, flags) => {
        runs++;
        let find: (text: string) => string[];
        try {
          find = linearPattern(source, flags);
        } catch (error) {
          expect(String(error)).toMatch(/repeats/);
          return;
        }
        compared++;
        const all = [...sample.matchAll(new RegExp(source, `${flags.replace("g", "")}g`))].map((match) => match[0]);
        expect(find(sample)).toEqual([...new Set(all.filter((match) => match !== ""))]);
      }),
      { numRuns: 2_000 },
    );
    expect(compared).toBeGreaterThan(runs / 4);
  });

  it("end on patterns that make a backtracking engine hang", () => {
    const sand = "a".repeat(200_000);
    expect(linearPattern("(a+)+$")(`${sand}!`)).toEqual([]);
    expect(linearPattern("(a|a)*b")(sand)).toEqual([]);
    expect(linearPattern("(?:a|aa)+b")(sand)).toEqual([]);
    expect(linearPattern("(.*)(.*)(.*)(.*)(.*)x")(sand)).toEqual([]);
    expect(linearPattern("(?:a.*z)|a")(sand)).toEqual(["a"]);
    expect(linearPattern("([a-zA-Z]+)*")("tide")).toEqual(["tide"]);
  });

  it.each([
    ["(a)\\1", /back reference/],
    ["(?<n>a)\\k<n>", /back reference/],
    ["(?=a)", /look-around/],
    ["(?<!a)b", /look-around/],
    ["(a*)*", /can be empty/],
    ["a{2000}", /counts/],
    ["((a{100}){100}){100}", /too large/],
    ["(a", /lacks a `\)`/],
    ["a)", /`\)` too many/],
    ["[a", /lacks a `\]`/],
    ["*a", /nothing to repeat/],
    ["a**", /repeats a repeat|can be empty/],
    ["\\p{L}", /not supported/],
    ["a\\", /backslash/],
    ["[😀]", /above U\+FFFF/],
    ["(".repeat(5_000), /nests/],
  ])("refuse %s with what is wrong", (source, message) => {
    expect(() => linearPattern(source)).toThrow(message);
  });

  it("refuse flags that change where matching starts", () => {
    expect(() => linearPattern("a", "y")).toThrow(/flags/);
  });
});
