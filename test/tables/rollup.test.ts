import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { UsageRow } from "../../src/queries/usage.js";
import { count, max, mean, min, quantile, rate, sum } from "../../src/tables/measures.js";
import { rollup } from "../../src/tables/rollup.js";

interface Sale {
  shop: string | null;
  day: number;
  price: number | null;
  sold: boolean | null;
}

const sales: Sale[] = [
  { shop: "north", day: 2, price: 10, sold: true },
  { shop: "south", day: 1, price: null, sold: null },
  { shop: "north", day: 1, price: 0, sold: false },
  { shop: null, day: 1, price: 4, sold: true },
  { shop: "north", day: 2, price: 5, sold: true },
];

describe("rollup", () => {
  it("measures each group, in the order of first rows", () => {
    expect(rollup(sales, { shop: "shop" }, { sales: count(), total: sum("price"), mean: mean("price") })).toEqual([
      { shop: "north", sales: 3, total: 15, mean: 5 },
      { shop: "south", sales: 1, total: null, mean: null },
      { shop: null, sales: 1, total: 4, mean: 4 },
    ]);
  });

  it("groups by several columns and by functions of the row", () => {
    const rolled = rollup(
      sales,
      { shop: "shop", early: (row) => row.day === 1 },
      { least: min("price"), most: max("price") },
    );
    expect(rolled).toEqual([
      { shop: "north", early: false, least: 5, most: 10 },
      { shop: "south", early: true, least: null, most: null },
      { shop: "north", early: true, least: 0, most: 0 },
      { shop: null, early: true, least: 4, most: 4 },
    ]);
  });

  it("leaves out of a rate what can't be judged", () => {
    const rolled = rollup(sales, { shop: "shop" }, { sold: rate((row) => row.sold) });
    expect(rolled.map((row) => row.sold)).toEqual([2 / 3, null, 1]);
  });

  it("puts a quantile between its two neighbours", () => {
    const rows = [1, 2, 4, 8].map((size) => ({ size }));
    const measures = {
      least: quantile("size", 0),
      quarter: quantile("size", 0.25),
      median: quantile("size", 0.5),
      most: quantile("size", 1),
    };
    expect(rollup(rows, {}, measures)).toEqual([{ least: 1, quarter: 1.75, median: 3, most: 8 }]);
  });

  it("makes one group of no rows where there is nothing to group by", () => {
    expect(rollup([] as Sale[], {}, { sales: count(), total: sum("price"), sold: rate((row) => row.sold) })).toEqual([
      { sales: 0, total: null, sold: null },
    ]);
    expect(rollup([] as Sale[], { shop: "shop" }, { sales: count() })).toEqual([]);
  });

  it("keeps apart what JSON would write alike", () => {
    const values = [1, "1", null, "null", undefined, Number.NaN, Number.NaN, true, "a,b"];
    expect(
      rollup(
        values.map((value) => ({ value })),
        { value: "value" },
        { rows: count() },
      ),
    ).toHaveLength(8);
    const pairs = [
      { a: "x,y", b: "z" },
      { a: "x", b: "y,z" },
    ];
    expect(rollup(pairs, { a: "a", b: "b" }, { rows: count() })).toHaveLength(2);
  });

  it("takes any text as the name or the value of a column", () => {
    const rows = ["__proto__", "constructor", "toString", "__proto__"].map((name) => ({ name }));
    const by = Object.fromEntries([["__proto__", "name" as const]]);
    const rolled = rollup(rows, by, { rows: count() });
    expect(rolled.map((row) => [Object.hasOwn(row, "__proto__"), Object.entries(row)])).toEqual([
      [
        true,
        [
          ["__proto__", "__proto__"],
          ["rows", 2],
        ],
      ],
      [
        true,
        [
          ["__proto__", "constructor"],
          ["rows", 1],
        ],
      ],
      [
        true,
        [
          ["__proto__", "toString"],
          ["rows", 1],
        ],
      ],
    ]);
    expect(Object.getPrototypeOf(rolled[0])).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).rows).toBeUndefined();
  });

  it("says what to do where two columns have one name, or a quantile lies outside", () => {
    expect(() => rollup(sales, { shop: "shop" }, { shop: count() })).toThrow('Two columns are called "shop": rename');
    expect(() => quantile("price", 50)).toThrow("between 0 and 1, not at 50");
  });

  it("loses no row and no number", () => {
    const row = fc.record({
      key: fc.constantFrom("a", "b", null),
      other: fc.integer({ min: 0, max: 2 }),
      size: fc.option(fc.integer({ min: -1000, max: 1000 })),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const rolled = rollup(rows, { key: "key", other: "other" }, { rows: count(), size: sum("size") });
        const total = (numbers: (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
        expect(total(rolled.map((group) => group.rows))).toBe(rows.length);
        expect(total(rolled.map((group) => group.size))).toBe(total(rows.map((one) => one.size)));
      }),
    );
  });
});

describe("types of rollup", () => {
  it("follow the columns and the measures", () => {
    const rolled = rollup(
      sales,
      { shop: "shop", when: "day", early: (row) => row.day === 1 },
      { sales: count(), total: sum("price") },
    );
    expectTypeOf(rolled).items.toEqualTypeOf<{
      shop: string | null;
      when: number;
      early: boolean;
      sales: number;
      total: number | null;
    }>();
  });

  it("refuse to add up what is no number, and columns that do not exist", () => {
    const rows: UsageRow[] = [];
    rollup(rows, { model: "model" }, { output: sum("output"), done: rate((row) => row.output !== null) });
    // @ts-expect-error the model is a text
    rollup(rows, { model: "model" }, { models: sum("model") });
    // @ts-expect-error there is no such column
    rollup(rows, { model: "modell" }, { rows: count() });
    // @ts-expect-error there is no such column
    rollup(rows, { model: "model" }, { rows: mean("outputs") });
  });
});
