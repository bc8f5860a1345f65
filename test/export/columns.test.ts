import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Column, columnsOf, rowColumns, type Table } from "../../src/export/table.js";
import { allTables, exportTables } from "../../src/export/tables.js";
import { toColumns } from "../../src/export/to-columns.js";
import { readTimeline, usage } from "../../src/index.js";
import type { Row } from "../../src/queries/row.js";
import { transcript } from "../../src/testing.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";

const commonKeys = ["sessionId", "at", "grade", "evidence", "why"];

/** What is wrong with a value, or null. */
function fault(value: unknown, { type, nullable }: Column): string | null {
  if (value === null) return nullable ? null : "is null";
  const fits = {
    text: typeof value === "string",
    json: typeof value === "object",
    integer: Number.isSafeInteger(value),
    number: typeof value === "number" && Number.isFinite(value),
    flag: typeof value === "boolean",
  };
  return fits[type] ? null : `${JSON.stringify(value)} is no ${type}`;
}

function faultsOf(row: Row, { name, fields }: Table): string[] {
  const undeclared = Object.keys(row).filter(
    (key) => !commonKeys.includes(key) && !fields.some((one) => one.key === key),
  );
  return [
    ...undeclared.map((key) => `${name}.${key} is not declared`),
    ...fields.flatMap(({ key, column }) => {
      const found = fault(Reflect.get(row, key), column);
      return found === null ? [] : [`${name}.${column.name} ${found}`];
    }),
  ];
}

describe("columns", () => {
  test("are declared for every field of every row, with the type and the gaps that the rows have", async () => {
    const faults = ["torn-line", "wrong-field", "copy", "unknown-attachment", "foreign-row", "cycle"] as const;
    await fc.assert(
      fc.asyncProperty(fc.oneof(arbitrarySession(), arbitrarySession({ faults })), async (session) => {
        const timeline = await readTimeline(session.toString());
        for (const table of allTables) for (const row of table.rows(timeline)) expect(faultsOf(row, table)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("have names that are unique in their table, in snake case, with a sentence each", () => {
    for (const table of allTables) {
      const columns = columnsOf(table);
      expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
      for (const { name, about } of columns) {
        expect(name).toMatch(/^[a-z]+(?:_[a-z0-9]+)*$/);
        expect(about).toMatch(/\.$/);
      }
    }
  });

  test("that tell a row from others, and a copy from a fuller one, are columns of the table", () => {
    for (const table of allTables) {
      const names = columnsOf(table).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining([...table.identity, ...table.fuller]));
    }
  });

  test("are listed under the name of their table", () => {
    expect(Object.keys(exportTables)).toEqual(allTables.map(({ name }) => name));
  });
});

describe("toColumns", () => {
  test("gives numbers without a gap as a typed array, and null where nothing is known", async () => {
    const text = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .reply("Done.", { usage: { input: 7, output: 5, cacheRead: 0, cacheWrite: 0 } })
      .toString();
    const timeline = await readTimeline(text);
    const columns = toColumns(usage(timeline), exportTables.usage);
    expect(columns.boundary).toEqual(Float64Array.of(0));
    expect(columns.input).toEqual([7]);
    expect(columns.why).toEqual([null]);
    expect(columns.chain).toEqual(["main"]);
    expect(JSON.parse(String(columns.evidence?.[0]))).toHaveLength(Number(columns.proofs?.[0]));
  });

  test("gives every column where there is no row", () => {
    const columns = toColumns([], exportTables.usage);
    expect(Object.keys(columns)).toEqual(
      [...rowColumns, ...exportTables.usage.fields.map(({ column }) => column)].map(({ name }) => name),
    );
  });
});
