import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leftShown, remainingTime } from "../../src/cli/remaining-time.js";

describe("the time that is left", () => {
  test("is not told before two seconds have passed, nor where nothing was done", () => {
    const remaining = remainingTime(100, 0);
    expect(remaining.of(90, 1000)).toBeNull();
    expect(remaining.of(80, 2000)).toBeCloseTo(8000);
    expect(remainingTime(100, 0).of(100, 60_000)).toBeNull();
  });

  test("at a steady speed is right at every point, however often it is asked", () => {
    const steps = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 1000 }), (waits, speed) => {
        const all = 1e9;
        const remaining = remainingTime(all, 0);
        let now = 0;
        for (const wait of waits) {
          now += wait;
          const left = all - now * speed;
          const told = remaining.of(left, now);
          if (told !== null) expect(told / (left / speed)).toBeCloseTo(1, 6);
        }
      }),
    );
  });

  test("at a speed that varies by a factor stays within that factor of the truth", () => {
    const chunk = fc.tuple(fc.integer({ min: 50, max: 500 }), fc.integer({ min: 100, max: 300 }));
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 40, maxLength: 200 }), (chunks) => {
        let left = chunks.reduce((sum, [ms, speed]) => sum + ms * speed, 0);
        const remaining = remainingTime(left, 0);
        let now = 0;
        for (const [ms, speed] of chunks) {
          now += ms;
          left -= ms * speed;
          const told = remaining.of(left, now);
          if (told === null) continue;
          expect(told).toBeGreaterThanOrEqual(left / 300 - 1e-6);
          expect(told).toBeLessThanOrEqual(left / 100 + 1e-6);
        }
      }),
    );
  });

  test("follows a change of speed within half a minute", () => {
    const remaining = remainingTime(1e6, 0);
    let left = 1e6;
    let told: number | null = null;
    for (let second = 1; second <= 60; second++) {
      left -= second <= 30 ? 1000 : 100;
      told = remaining.of(left, second * 1000);
    }
    expect((told as number) / ((left / 100) * 1000)).toBeGreaterThan(0.8);
  });
});

test.each([
  [100, "about 5 s left"],
  [5001, "about 10 s left"],
  [54_000, "about 55 s left"],
  [58_000, "about 1 min left"],
  [61_000, "about 1.5 min left"],
  [600_000, "about 10 min left"],
  [3_600_000, "about 1 h left"],
  [5_400_000, "about 1.5 h left"],
])("%d ms are said as %s", (ms, text) => {
  expect(leftShown(ms)).toBe(text);
});
