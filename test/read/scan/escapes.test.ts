import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/read/lines.js";
import { parseValue } from "../../../src/read/parse-object.js";
import { createPrunedLines } from "../../../src/read/scan/pruned-lines.js";
import { pad, readLazily, resultLine, scannings, shortLine } from "./lazy-reading.js";

describe.each(scannings)("escapes in $name", ({ scanning }) => {
  it("are accepted where JSON.parse accepts them, whatever stands behind a backslash", () => {
    const backslashes = fc.constantFrom("", "\\", "\\\\", "\\\\\\", "\\".repeat(63), "\\".repeat(64));
    const behind = fc.constantFrom(
      ...'"/bfnrtxé漢🙂\u2028\u0085\ufeff\t\0\u001f\u007f',
      "u00e9",
      "u12g4",
      "u00é9",
      "uD83D",
      "u",
      "",
    );
    const part = fc.oneof(
      fc.tuple(backslashes, behind).map((both) => both.join("")),
      fc.nat({ max: 70 }).map((length) => "x".repeat(length)),
      fc.constantFrom("é", '":"', "y".repeat(300), "é".repeat(300)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom(16, 64, 256), (parts, longest) => {
        const line = `{"type":"${parts.join("")}"}`;
        const bytes = new TextEncoder().encode(line);
        const lines = createPrunedLines(scanning, longest);
        const cutter = lines.createLineCutter(1_000_000);
        cutter.feed(new TextEncoder().encode(`${line}\n`));
        const piece = cutter.next() as Piece;
        expect(piece.bytes).toEqual(bytes);
        const pruned = parseValue(piece.text ?? piece.bytes);
        const value = parseValue(line);
        expect(pruned === undefined).toBe(value === undefined);
        if (piece.cuts === undefined) expect(pruned).toEqual(value);
        lines.close();
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["a character of two bytes", "caf\\é"],
    ["one of four bytes", "\\🙂"],
    ["U+2028", "\\\u2028"],
    ["an escaped backslash and one more", "\\\\\\é"],
    ["a letter that makes no escape", "\\x"],
    ["a digit that is none", "\\u12G4é"],
    ["a digit beyond ASCII", "\\u12é4"],
    ["a control character", "\\\u0001é"],
  ])("make a line unreadable where a backslash stands before %s", async (_what, spelled) => {
    const behind = shortLine("caf\\\\é");
    for (const line of [shortLine(spelled), shortLine(`${pad}${pad}${spelled}`), resultLine(spelled, pad)]) {
      const { reading } = await readLazily(scanning, 256, `${line}\n${behind}\n`);
      expect(reading.issues.map(({ code, place }) => [code, place.line])).toEqual([["unreadable-line", 1]]);
      expect(reading.entries.map(({ raw }) => raw.message)).toEqual([{ role: "user", content: "caf\\é" }]);
    }
  });
});
