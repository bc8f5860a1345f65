import fc from "fast-check";
import { expect, test } from "vitest";
import { type Point, thinOut } from "../../src/plots/thin-out.js";

const heights = fc.array(fc.option(fc.integer({ min: 0, max: 1000 }), { freq: 4 }), { maxLength: 3000 });
const pointsOf = (ys: (number | null)[]): Point[] => ys.map((y, x) => ({ x, y }));
const numbers = (points: Point[]) => points.flatMap(({ y }) => y ?? []);

test("a line that was thinned out is light, in order, and keeps its ends and extremes", () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: 1, max: 50 }), (ys, columns) => {
      const points = pointsOf(ys);
      const kept = thinOut(points, columns);
      // Four points and five breaks in a slice, and one slice more for the last point.
      expect(kept.length).toBeLessThanOrEqual(Math.max(columns * 4, (columns + 1) * 9));
      expect(kept).toEqual(points.filter((point) => kept.includes(point)));
      const all = numbers(points);
      const left = numbers(kept);
      for (const of of [(some: number[]) => Math.max(...some), (some: number[]) => Math.min(...some)])
        expect(of(left)).toBe(of(all));
      expect([left[0], left.at(-1)]).toEqual([all[0], all.at(-1)]);
    }),
  );
});

test("two points that stay are joined only where nothing between them broke the line", () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: 1, max: 50 }), (ys, columns) => {
      const points = pointsOf(ys);
      const kept = thinOut(points, columns);
      kept.forEach((point, at) => {
        const next = kept[at + 1];
        if (point.y === null || next === undefined || next.y === null) return;
        expect(points.slice(point.x, next.x + 1).every(({ y }) => y !== null)).toBe(true);
      });
    }),
  );
});
