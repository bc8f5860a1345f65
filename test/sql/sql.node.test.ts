import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlQueries } from "../../src/export/sql-queries.js";
import { columnsOf } from "../../src/export/table.js";
import { allTables } from "../../src/export/tables.js";
import { exportRows } from "../../src/node/export-rows.js";
import { sql } from "../../src/node/sql.js";
import { openTimeline, transcriptFiles } from "../../src/node.js";
import { writeHistory } from "./history.js";

let root = "";
let history = "";
let parquet = "";
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "sql-"));
  history = join(root, "projects");
  parquet = join(root, "parquet");
  writeHistory(history);
  await exportRows(history, { out: parquet, format: "parquet", redact: false });
});
afterAll(() => rmSync(root, { recursive: true }));

const query = (name: string): string => sqlQueries.find((one) => one.name === name)?.sql ?? "";
const ask = (name: string) => sql(query(name), { over: history });

describe("the documented queries", () => {
  test("are twenty, each with a name and a question of its own", () => {
    expect(sqlQueries).toHaveLength(20);
    expect(new Set(sqlQueries.map(({ name }) => name)).size).toBe(20);
    expect(sqlQueries.every(({ question }) => question.endsWith("?"))).toBe(true);
  });

  test("answer the same over transcripts, over Parquet and over NDJSON, and none of them is empty here", async () => {
    const ndjson = join(root, "ndjson");
    await exportRows(history, { out: ndjson, format: "ndjson", redact: false });
    for (const { name, sql: text } of sqlQueries) {
      const rows = await sql(text, { over: history });
      expect(rows.length, name).toBeGreaterThan(0);
      expect(await sql(text, { over: parquet }), name).toEqual(rows);
      expect(await sql(text, { over: ndjson }), name).toEqual(rows);
    }
  });

  test("stand in docs/sql.md word for word", () => {
    const page = readFileSync(fileURLToPath(new URL("../../docs/sql.md", import.meta.url)), "utf8");
    for (const { name, question, sql: text } of sqlQueries)
      expect(page).toContain(`### ${name}\n\n${question}\n\n\`\`\`sql\n${text};\n\`\`\`\n`);
  });

  test("tokens-by-day counts a forked and a copied message once", async () => {
    expect((await ask("tokens-by-day"))[0]).toEqual({
      day: "2026-10-01",
      message_count: 3,
      input_tokens: 10 + 20 + 1,
      output_tokens: 100 + 200 + 7,
      cache_read_tokens: 1_000 + 2,
      cache_write_tokens: 500 + 2_000 + 3,
    });
  });

  test("boundaries-by-trigger counts the manual boundary, which three files hold, once", async () => {
    expect(await ask("boundaries-by-trigger")).toEqual([
      expect.objectContaining({ started_by: "auto", boundary_count: 3, longest_ms: 20_000 }),
      { started_by: "manual", boundary_count: 1, mean_before: 1_610, mean_after: 400, longest_ms: 5_000 },
    ]);
  });

  test("request-before-and-after shows a request that is larger after its boundary", async () => {
    const before = 10 + 1_000 + 500;
    expect(await ask("request-before-and-after")).toContainEqual({
      session_id: expect.any(String),
      chain: "main",
      boundary: 1,
      last_request_before: before,
      first_request_after: 20 + 2_000,
      freed: before - 2_020,
    });
  });

  test("skill-fates tells the whole, the cut and the lost skill apart", async () => {
    const none = { kept: 0, truncated: 0, lost: 0, reinvoked: 0, active: 0 };
    expect(await ask("skill-fates")).toEqual([
      { ...none, name: "deploy", kept: 1 },
      { ...none, name: "long", truncated: 1 },
      { ...none, name: "review", lost: 1 },
    ]);
  });

  test("missing-by-reason has the two files beyond the five, the skill of an ended process and the one that was cut", async () => {
    const rows = await ask("missing-by-reason");
    expect(rows).toContainEqual({ item: "file", reason: "beyond-file-limit", thing_count: 2, session_count: 1 });
    expect(rows).toContainEqual({ item: "other", reason: "summary-only", thing_count: 4, session_count: 4 });
    expect(rows.filter(({ item }) => item === "skill")).toEqual([
      { item: "skill", reason: "other-process", thing_count: 1, session_count: 1 },
      { item: "skill", reason: "truncated", thing_count: 1, session_count: 1 },
    ]);
  });

  test("files-often-lost names the two that were read first", async () => {
    expect(await ask("files-often-lost")).toEqual([
      { name: "/home/dev/pier/a.ts", loss_count: 1, boundary_count: 1 },
      { name: "/home/dev/pier/b.ts", loss_count: 1, boundary_count: 1 },
    ]);
  });

  test("returned-old-copies finds the instructions that came back although their file was edited", async () => {
    expect(await ask("returned-old-copies")).toEqual([
      expect.objectContaining({ item: "instructions", name: "/home/dev/pier/CLAUDE.md", source: "held" }),
    ]);
  });

  test("failing-hooks and survival-by-item count what the sessions hold", async () => {
    expect(await ask("failing-hooks")).toEqual([
      { command: "lint.sh", event: "PostToolUse", exit_code: 1, run_count: 1 },
    ]);
    expect(await ask("survival-by-item")).toContainEqual({
      item: "skill",
      cases: 3,
      survivors: 2,
      cut: 1,
      survival_rate: 2 / 3,
    });
  });
});

describe("sql", () => {
  test("takes every column of every table without quotes", async () => {
    for (const table of allTables) {
      const names = columnsOf(table).map(({ name }) => name);
      const rows = await sql(`select ${names.join(", ")} from ${table.name}`, { over: parquet });
      if (rows[0] !== undefined) expect(Object.keys(rows[0])).toEqual(names);
    }
  });

  test("has every row of an export once", async () => {
    for (const table of allTables) {
      const [row] = await sql(`select count(*) as n, count(distinct row_id) as ids from ${table.name}`, {
        over: parquet,
      });
      expect(row?.n, table.name).toBe(row?.ids);
    }
  });

  test("takes sessions that are open already, and a table without rows", async () => {
    async function* sessions() {
      for (const file of await transcriptFiles(history)) yield { file, timeline: await openTimeline(file) };
    }
    expect(await sql("select count(*) as n from boundaries", { over: sessions() })).toEqual([{ n: 4 }]);
    expect(await sql("select * from drift", { over: sessions() })).toEqual([]);
  });

  test.each(["it's [a] *?", "a\\b [c]\\"])(
    "takes a folder whose name is a pattern, a text or a path of its own: %s",
    async (name) => {
      const odd = join(root, name);
      await exportRows(history, { out: odd, tables: ["usage"] });
      expect(await sql("select count(*) as n from usage", { over: odd })).toEqual(
        await sql("select count(*) as n from usage", { over: parquet }),
      );
      expect(existsSync(join(odd, "export.json"))).toBe(true);
    },
  );

  test("answers with what JSON can hold", async () => {
    const [row] = await sql(
      "select 1::bigint as a, 9007199254740993::bigint as b, timestamp '2026-10-01 09:00:00' as c, [1::bigint] as d, null as e, {x: 1::hugeint} as f",
      { over: parquet },
    );
    expect(row).toEqual({
      a: 1,
      b: "9007199254740993",
      c: "2026-10-01T09:00:00.000Z",
      d: [1],
      e: null,
      f: { x: 1 },
    });
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
  });

  test("gives a decimal as a number only where no digit is lost", async () => {
    const digits = "12345678901234567890.123456789";
    const [row] = await sql(
      `select ${digits}::decimal(38, 9) as a, 1.50::decimal(4, 2) as b, [0.1::decimal(38, 20)] as c, -7::decimal(18, 0) as d,
        123456789012345678::decimal(18, 0) as e, {x: -0.1234567890123456::decimal(20, 16)} as f, 1000000000000000000.50::decimal(38, 2) as g`,
      { over: parquet },
    );
    expect(row).toEqual({
      a: digits,
      b: 1.5,
      c: [0.1],
      d: -7,
      e: "123456789012345678",
      f: { x: "-0.1234567890123456" },
      g: "1000000000000000000.50",
    });
  });

  test("gives a column with a dangerous name as a field of its own", async () => {
    const [row] = await sql(`select 1 as "__proto__", 2 as b`, { over: parquet });
    expect(Object.hasOwn(row ?? {}, "__proto__")).toBe(true);
    expect(({} as { b?: number }).b).toBeUndefined();
  });

  test("reads and changes nothing but the views", async () => {
    const before = readdirSync(parquet, { recursive: true }).length;
    const target = join(parquet, "usage", "x.parquet");
    writeFileSync(join(root, "other.csv"), "a\n1\n");
    for (const wrong of [
      `select * from read_csv('${join(root, "other.csv")}')`,
      `select * from read_text('${join(parquet, "..", "other.csv")}')`,
      `copy (select 1) to '${target}'`,
      `explain analyze copy (select 1) to '${target}'`,
      "create table x (a int)",
      "drop view usage",
      "install httpfs",
      "load httpfs",
      `attach '${join(root, "x.db")}'`,
      "select * from 'https://example.com/x.parquet'",
      "set enable_external_access = true",
      "select 1; select 2",
      "selct 1",
      "",
    ])
      await expect(sql(wrong, { over: parquet }), wrong).rejects.toMatchObject({ name: "TranscriptError" });
    expect(readdirSync(parquet, { recursive: true })).toHaveLength(before);
    expect(existsSync(target)).toBe(false);
  });

  test("leaves no temporary file behind", async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("tidemark-sql-"));
    const before = left();
    await sql("select count(*) from usage", { over: history });
    await expect(sql("select nothing from usage", { over: history })).rejects.toThrow(/nothing/);
    expect(left()).toEqual(before);
  });

  test("of a table that is not there names those that are", async () => {
    const there = allTables.map(({ name }) => name).join(", ");
    for (const wrong of ["select * from nope", "select * from usage join main.nope using (day)"])
      await expect(sql(wrong, { over: parquet })).rejects.toMatchObject({
        name: "TranscriptError",
        message: `nope is no table; there are ${there}.`,
      });
    await expect(sql("select nope from usage", { over: parquet })).rejects.toThrow(/"nope" not found in FROM clause/);
  });

  test("lists the views", async () => {
    const names = allTables.map(({ name }) => name).sort();
    for (const over of [parquet, history])
      for (const query of ["show tables", "select table_name as name from information_schema.tables order by name"])
        expect(await sql(query, { over }), query).toEqual(names.map((name) => ({ name })));
  });

  test.each(["parquet", "ndjson"] as const)(
    "names a damaged file of %s, and exporting again mends it",
    async (format) => {
      const out = join(root, `it's a damaged ${format}`);
      await exportRows(history, { out, format, tables: ["usage"] });
      const count = "select count(*) as n, max(evidence) as e from usage";
      const whole = await sql(count, { over: out });
      const [name = ""] = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((one) =>
        one.includes("part-"),
      );
      const bytes = readFileSync(join(out, name));
      for (const damage of [bytes.subarray(0, bytes.length - 20), Buffer.from("no rows")]) {
        writeFileSync(join(out, name), damage);
        await expect(sql(count, { over: out })).rejects.toMatchObject({
          name: "TranscriptError",
          code: "unreadable-file",
          message: `${join(out, name)} is damaged; export again, or remove it.`,
        });
      }
      // Where DuckDB does not name the file, the error names its table, and shows no SQL.
      writeFileSync(
        join(out, name),
        bytes.map((byte, at) => (at > 40 && at < bytes.length - 20 ? 255 - byte : byte)),
      );
      const fault = await sql(count, { over: out }).catch((error) => error);
      expect(fault).toMatchObject({ name: "TranscriptError", code: "unreadable-file" });
      expect(fault.message).toContain(join(out, "usage"));
      expect(fault.message).toMatch(/export again/);
      expect(fault.message).not.toMatch(/select|LINE/);
      await exportRows(history, { out, format, tables: ["usage"] });
      expect(await sql(count, { over: out })).toEqual(whole);
    },
  );

  test("says what to do with an export that it can't read", async () => {
    const csv = join(root, "csv");
    await exportRows(history, { out: csv, format: "csv", tables: ["usage"] });
    await expect(sql("select 1 from usage", { over: csv })).rejects.toThrow(/SQL reads parquet and ndjson/);
    await expect(sql("select 1 from usage", { over: join(root, "nowhere") })).rejects.toThrow(/no such folder/);
  });
});
