import fc from "fast-check";
import { expect, test } from "vitest";
import { newBeginnings } from "../../src/timeline/beginnings.js";

const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 }));

test("the latest text that begins so is found, as by looking at each", () => {
  fc.assert(
    fc.property(
      texts,
      fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 8 }),
      (added, beginning) => {
        const beginnings = newBeginnings<number>();
        for (const [at, text] of added.entries()) beginnings.add(text, at);
        const at = added.findLastIndex((text) => text.startsWith(beginning));
        expect(beginnings.latest(beginning)).toBe(at < 0 ? null : at);
      },
    ),
  );
});
