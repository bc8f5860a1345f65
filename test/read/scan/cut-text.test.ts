import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadEntry } from "../../../src/read/entry-batch.js";
import { fingerprint } from "../../../src/read/fingerprint.js";
import { firstEntry, mixedText, resultLine, scannings, textsOf } from "./lazy-reading.js";

describe.each(scannings)("texts that were cut out in $name", ({ scanning }) => {
  it("names, measures and cuts a text as its decoded string, whatever its white space and length", async () => {
    const ends = fc.array(
      fc.constantFrom(
        " ",
        "\\n",
        "\\r\\n",
        "\\t",
        "\\u000a",
        "\\u0020",
        "\\\\n",
        "\\\\u000a",
        "\\f",
        "\\b",
        "\\\\",
        "é",
      ),
      { maxLength: 12 },
    );
    const long = fc.tuple(mixedText, fc.integer({ min: 1, max: 12 })).map(([text, times]) => text.repeat(times));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(long, ends), { minLength: 1, maxLength: 3 }),
        fc.nat(2000),
        async (texts, at) => {
          const spelled = texts.map(([text, end]) => `${text}${end.join("")}`);
          const check = (read: ReadEntry): void => {
            textsOf(read).forEach((value, index) => {
              const text = JSON.parse(`"${spelled[index]}"`) as string;
              expect(read.cuts?.fingerprint(value)).toBe(fingerprint(text));
              expect(read.cuts?.chars(value)).toBe(text.length);
              expect(text.startsWith(read.cuts?.head(value, at) ?? "?")).toBe(true);
            });
          };
          await firstEntry(scanning, resultLine(...spelled), check, 32);
        },
      ),
      { numRuns: 60 },
    );
  });
});
