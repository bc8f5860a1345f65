import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportTables } from "../../src/export/tables.js";
import { toColumns } from "../../src/export/to-columns.js";
import { readTimeline, usage } from "../../src/index.js";
import { exportRows } from "../../src/node/export-rows.js";
import { sql } from "../../src/node/sql.js";
import { put } from "../node/temporary-folder.js";

const folder = mkdtempSync(join(tmpdir(), "numbers-"));
const projects = join(folder, "projects");
beforeAll(() => {
  for (const input of Object.keys(held)) put(join(projects, "p", `${input}.jsonl`), reply(input));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A reply with a number that no 64-bit column or no whole one holds, as only a damaged transcript says. */
const reply = (input: string): string =>
  `{"type":"assistant","uuid":"u${input}","timestamp":"2026-10-01T09:00:09Z","version":"2.1.285","message":{"id":"m${input}","role":"assistant","model":"m","content":[],"usage":{"input_tokens":${input},"output_tokens":1}}}\n`;

const inputs = { "1e20": null, "1e308": null, "-1e308": null, "1e999": null, "1.5": null, "9007199254740993": null };
const held = { ...inputs, "9007199254740991": 9_007_199_254_740_991, "7": 7 };
const answer = Object.entries(held)
  .map(([input, value]) => ({ message_id: `m${input}`, input: value, output: 1 }))
  .sort((a, b) => (a.message_id < b.message_id ? -1 : 1));

const question = "select message_id, input, output from usage order by message_id";

test("a number that its column can't hold is null, and the rest is answered, over transcripts and over every export", async () => {
  expect(await sql(question, { over: projects })).toEqual(answer);
  for (const format of ["ndjson", "parquet"] as const) {
    const out = join(folder, format);
    await exportRows(projects, { out, format });
    expect(await sql(question, { over: out }), format).toEqual(answer);
  }
});

test("a number that its column can't hold is an empty cell in CSV, and null in Arrow", async () => {
  const partsOf = async (format: "csv" | "arrow") => {
    const out = join(folder, format);
    await exportRows(projects, { out, format, tables: ["usage"] });
    const below = join(out, "usage", "day=2026-10-01", "project=p");
    return readdirSync(below).map((name) => readFileSync(join(below, name)));
  };
  const arrow = (await partsOf("arrow")).flatMap((bytes) => tableFromIPC(bytes).toArray());
  expect(arrow.map(({ message_id, input }) => [message_id, input]).sort()).toEqual(
    answer.map(({ message_id, input }) => [message_id, input]),
  );
  const cells = (await partsOf("csv")).map((bytes) => {
    const [head = "", row = ""] = bytes.toString().split("\r\n");
    return row.replace(/"(?:[^"]|"")*"/g, "").split(",")[head.split(",").indexOf("input")];
  });
  expect(cells.sort()).toEqual(["", "", "", "", "", "", "7", "9007199254740991"]);
});

test("toColumns has null where a number is none of its column, also where every row has one", async () => {
  const rows = usage(await readTimeline(reply("1e20")));
  const { input, output, boundary } = toColumns(rows, exportTables.usage);
  expect([input, output]).toEqual([[null], [1]]);
  expect(boundary).toEqual(Float64Array.of(0));
  const damaged = rows.map((row) => ({ ...row, boundary: 0.5 }));
  expect(toColumns(damaged, exportTables.usage).boundary).toEqual([null]);
});
