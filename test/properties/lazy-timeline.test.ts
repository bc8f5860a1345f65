import fc from "fast-check";
import { expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { compactedSession } from "./compacted-session.js";

/** Fields that tell entries apart: a long word in them makes another entry. */
const telling = new Set(["type", "subtype", "timestamp", "version", "role"]);

/** A copy in which some of the strings are long; goes as deep as sessions go. */
function lengthened(value: unknown, isLong: () => boolean, name = ""): unknown {
  if (typeof value === "string") {
    if (telling.has(name) || !isLong()) return value;
    return value + `\n"é🙂 ${value}`.repeat(Math.ceil(300 / (value.length + 5)));
  }
  if (Array.isArray(value)) return value.map((one) => lengthened(one, isLong, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lengthened(one, isLong, key)]));
}

test("a timeline is the same whether bodies are cut out or not, whatever strings are long", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(compactedSession(), arbitrarySession()),
      fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 2 })),
      async (session, seed) => {
        let random = seed;
        const isLong = (): boolean => {
          random = (random * 48_271) % (2 ** 31 - 1);
          return random % 10 === 0;
        };
        const lines = session.lines().map((line) => JSON.stringify(lengthened(JSON.parse(line), isLong)));
        const text = lines.join("\n");
        const lazy = await readTimeline(text, { bodies: "lazy" });
        expect(lazy).toEqual(await readTimeline(text, { bodies: "whole" }));
      },
    ),
    { numRuns: 150, endOnFailure: true },
  );
});
