import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCsv } from "../../src/export/csv.js";
import { toNdjson } from "../../src/export/ndjson.js";
import { pathPart } from "../../src/export/path-part.js";
import type { Column, Value } from "../../src/export/table.js";

const columns: Column[] = (["a", "b"] as const).map((name) => ({
  name,
  type: "text",
  nullable: true,
  about: "A text.",
  content: false,
}));
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", '"', ",", "\r\n", "=1+1", "-x", "naïve 🌊"),
  fc.constant(null),
);
const rows = fc.array(fc.tuple(value, value));

/** A reader of RFC 4180: quoted cells are texts, an empty unquoted one is null. */
function cellsOf(csv: string): Value[][] {
  const lines: Value[][] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let cells: Value[] = [];
  for (let match = pattern.exec(csv); match !== null; match = pattern.exec(csv)) {
    const [, quoted, plain = "", end] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? (plain === "" ? null : plain));
    if (end === ",") continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}

describe("CSV", () => {
  test("gives back every text, and tells an empty one from none", () => {
    fc.assert(
      fc.property(rows, (some) => {
        const read = cellsOf(toCsv(columns, some));
        expect(read[0]).toEqual(["a", "b"]);
        const plain = (one: Value) =>
          typeof one === "string"
            ? one
                .replace(/^'(?=[=+\-@\t\r])/, "")
                .replace(/\\u00([01][0-9a-f]|7f|[89][0-9a-f])/g, (_, hex) =>
                  String.fromCharCode(Number.parseInt(hex, 16)),
                )
            : one;
        expect(read.slice(1).map((row) => row.map(plain))).toEqual(some.map((row) => row.map(plain)));
      }),
    );
  });

  test("has no cell that a spreadsheet takes for a formula", () => {
    fc.assert(
      fc.property(fc.constantFrom("=", "+", "-", "@", "\t", "\r"), fc.string(), (start, rest) => {
        const [, [cell] = []] = cellsOf(toCsv(columns, [[start + rest, null]]));
        expect(cell).toBe(`'${start}${rest}`);
      }),
    );
  });

  test("has no character that steers a terminal: controls are written as escapes", () => {
    expect(toCsv(columns, [["\u001b[31mred\u009b0m", "\u0000=1+1\u007f"]])).toBe(
      "a,b\r\n\\u001b[31mred\\u009b0m,\\u0000=1+1\\u007f\r\n",
    );
    expect(toCsv(columns, [["two\r\n\tlines", null]])).toBe('a,b\r\n"two\r\n\tlines",\r\n');
    const bytes = fc.array(fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)));
    fc.assert(
      fc.property(bytes, (parts) => {
        const steering = [...toCsv(columns, [[parts.join(""), null]])].filter((one) => /\p{Cc}/u.test(one));
        expect(steering.filter((one) => !"\t\r\n".includes(one))).toEqual([]);
      }),
    );
  });

  test("leaves numbers as they are", () => {
    expect(toCsv(columns, [[-1.5, true]])).toBe("a,b\r\n-1.5,true\r\n");
  });
});

describe("NDJSON", () => {
  test("holds one object a line, with every column", () => {
    fc.assert(
      fc.property(rows, (some) => {
        const text = toNdjson(columns, some);
        const lines = text.split("\n");
        expect(lines.pop()).toBe("");
        expect(lines.map((line) => JSON.parse(line))).toEqual(some.map(([a, b]) => ({ a, b })));
      }),
    );
  });
});

describe("a part of a path", () => {
  const hash = (text: string) => [...text].map((one) => one.codePointAt(0)?.toString(16)).join("");

  test("is never a way out of the folder", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("..", ".", "", "../x", "a/b", "C:\\x", "a\0b")), (name) => {
        const part = pathPart(name, hash);
        expect(part).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(part).not.toMatch(/^\.*$/);
        expect(part.length).toBeLessThanOrEqual(130);
      }),
    );
  });

  test("stays what it is where it is safe", () => {
    expect(pathPart("-home-dev-tide", hash)).toBe("-home-dev-tide");
  });
});
