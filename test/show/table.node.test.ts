import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../src/show/plain-text.js";
import { table } from "../../src/show/table.js";
import { cutApart, cutEnd, cutMiddle, textWidth, wrapWords } from "../../src/show/text-width.js";

test("numbers stand right with separators, null is a dash, a column without a value is left out", () => {
  expect(table({ name: ["a", "bcd"], tokens: [1_234_567, null], nothing: [null, null] }, 80)).toEqual([
    "name     tokens",
    "a     1,234,567",
    "bcd           -",
  ]);
});

test("wide characters take two columns, combining marks and joiners none, an emoji two", () => {
  expect(["abc", "日本語", "한글", "ｱ", "e\u0301", "👩‍👩‍👧", "Ａ", ""].map(textWidth)).toEqual([
    3, 6, 4, 1, 1, 2, 2, 0,
  ]);
});

test("columns stay aligned beside wide characters and combining marks", () => {
  const lines = table({ name: ["日本", "e\u0301t", "abcd"], n: [1, 2, 3] }, 80);
  expect(lines).toEqual(["name  n", "日本  1", "e\u0301t    2", "abcd  3"]);
});

test("a cut text keeps both its ends", () => {
  expect(cutMiddle("src/very/long/path/file.ts", 13)).toBe("src/ve…ile.ts");
  expect(cutMiddle("short", 13)).toBe("short");
});

test("names that were made to stay alike are told apart as far as it pays", () => {
  const names = Array.from({ length: 300 }, (_, at) => `${"a".repeat(40 * at)}b${"c".repeat(12_000 - 40 * at)}`);
  const cuts = cutApart(names, 13);
  expect(cuts.every((cut) => textWidth(cut) <= 13)).toBe(true);
  expect(new Set(cuts).size).toBeGreaterThan(1);
});

test("texts that a cut would make equal lose their common beginning", () => {
  expect(cutApart(["packages/one/agents/a.ts", "packages/two/agents/a.ts", "packages/a.ts"], 13)).toEqual([
    "…one/a…s/a.ts",
    "…two/a…s/a.ts",
    "packages/a.ts",
  ]);
});

test("texts that differ read the same only where there is no room, and none is too wide", () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "日", "/"), maxLength: 40 }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 50 }), (some, width) => {
      const cuts = cutApart(some, width);
      for (const cut of cuts) expect(textWidth(cut)).toBeLessThanOrEqual(width);
      if (width > 20 && some.length < 4) expect(new Set(cuts).size).toBe(new Set(some).size);
    }),
  );
});

test("no text is wider than it was cut to, and no line than it was wrapped to", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 60 }).map(plainText);
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 40 }), (text, width) => {
      for (const cut of [cutMiddle(text, width), cutEnd(text, width), ...wrapWords(text, width)])
        expect(textWidth(cut)).toBeLessThanOrEqual(width);
      expect(wrapWords(text, 1_000).join(" ")).toBe(text.replace(/^ +/, ""));
    }),
  );
});

test("a table keeps to its width whatever the texts are", () => {
  const cell = fc.oneof(fc.string({ unit: "grapheme", maxLength: 90 }), fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
      const [a, b, c] = [0, 1, 2].map((at) => rows.map((row) => row[at] ?? null));
      for (const line of table({ a: a ?? [], b: b ?? [], c: c ?? [] }, 60))
        expect(textWidth(line)).toBeLessThanOrEqual(60);
    }),
  );
});

/** Soft hyphen, grapheme joiner, Hangul fillers, Khmer vowels without sound, Mongolian and zero-width marks, a tag. */
const unseen =
  "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0\u200b\u2060\u2064\ufeff\ufff9\ufffb\ufe00\u{1d173}\u{e0001}\u{e0061}";

test("plain text keeps what makes an emoji, and the joiners of words", () => {
  for (const text of ["👩‍💻", "❤️", "☎︎", "می‌خواهم"]) expect(plainText(text)).toBe(text);
});

test.each([
  ["a window title", "a\u001b]0;owned\u0007b", "ab"],
  ["a hyperlink", "\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\", "text"],
  ["a cleared screen and colours", "\u001b[2J\u001b[38;5;1mred\u001b[0m", "red"],
  ["the one-byte forms", "a\u009b31mb\u009d0;t\u009cc", "abc"],
  ["a device string", "a\u001bPq#0\u001b\\b", "ab"],
  ["a title that never ends", "a\u001b]0;still here", "a0;still here"],
  ["direction marks", "gpj\u202egnp\u202c\u2066x\u2069", "gpjgnpx"],
  ["what can't be seen", `a${[...unseen].join("a")}a`, "a".repeat([...unseen].length + 1)],
  ["line breaks and tabs", "a\r\nb\tc\u2028d", "a b c d"],
  ["other controls", "a\u0000\u0007\u0008\u007fb", "ab"],
  ["half a surrogate pair", "a\ud800b", "a\ufffdb"],
])("plain text is free of %s", (_, hostile, plain) => {
  expect(plainText(hostile)).toBe(plain);
});

test("plain text holds no control character, and plain text of it is the same", () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        "\u001b",
        "[",
        "]",
        "P",
        "\\",
        "\u009b",
        "\u009d",
        "3",
        "m",
        ";",
        "\u0007",
        "\n",
        "é",
        "\u202e",
        "日",
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(hostile, (text) => {
      const plain = plainText(text);
      expect(plain).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(plainText(plain)).toBe(plain);
    }),
  );
});
