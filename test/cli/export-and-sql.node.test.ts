import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeHistory } from "../sql/history.js";
import { runCaptured } from "./run-captured.js";

let root = "";
let history = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "cli-"));
  history = join(root, "projects");
  writeHistory(history);
});
afterAll(() => rmSync(root, { recursive: true }));

test("export writes the rows, and sql asks them by a SELECT or by the name of a documented query", async () => {
  const out = join(root, "rows");
  const written = await runCaptured(["export", history, "--out", out, "--table", "usage", "--table", "session"]);
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(written.out).toMatch(/^6 sessions, \d+ rows: 12 files written, 0 unchanged, 0 removed\n$/);
  const again = await runCaptured([
    "export",
    history,
    "--out",
    out,
    "--table",
    "usage",
    "--table",
    "session",
    "--json",
  ]);
  expect(JSON.parse(again.out)).toMatchObject({ written: 0, unchanged: 12 });
  for (const over of [out, history]) {
    const { out: json } = await runCaptured(["sql", "select count(*) as n from session", over, "--json"]);
    expect(JSON.parse(json)).toEqual([{ n: 5 }]);
    const { out: shown } = await runCaptured(["sql", "tokens-by-day", over], { columns: 120 });
    expect(shown).toMatch(/^day {2,}message_count .*\n2026-10-01 +3 +31 +307 +1,002 +2,503\n/);
  }
});

const onlySession = "fixtures/demo/session.jsonl";
const notMade = join(tmpdir(), "tidemark-export-not-made");
test.each([
  [["export", "nowhere", "--out", notMade], /^tidemark: .*no such folder/],
  [
    ["export", onlySession, "--out", notMade],
    /^tidemark: .*session\.jsonl: is a file; name the folder it lies in, fixtures\/demo$/m,
  ],
  [
    ["sql", "select 1", onlySession],
    /^tidemark: .*session\.jsonl: is a file; name the folder it lies in, fixtures\/demo$/m,
  ],
  [
    ["export", "nowhere"],
    /^tidemark: say where to: --out <folder> for files, --otel <url> for a collector; see tidemark export --help$/m,
  ],
  [
    ["sql", "select 1", "aba9151e"],
    /^tidemark: aba9151e: no such folder; .*, as export and sql take no session by its id$/m,
  ],
  [
    ["export", "aba9151e-6d1e", "--out", notMade],
    /^tidemark: aba9151e-6d1e: no such folder; .*, as export and sql take no session by its id$/m,
  ],
  [["export", "aba9151e", "--otel", "http://localhost:1"], /: no such folder; .* take no session by its id$/m],
  [["sql", "select 1; select 2", "."], /^tidemark: Ask one SELECT/],
  [["sql", "drop table x", "nowhere"], /^tidemark: .*no such folder/],
])("wrong use of %j is one line on standard error, with code 2", async (args, line) => {
  const { code, out, err } = await runCaptured(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(line);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(existsSync(notMade)).toBe(false);
});

test("sql that is ended by the person stops at once and leaves no rows in the folder for temporary files", async () => {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = join(root, "temporary");
  mkdirSync(process.env.TMPDIR);
  try {
    const ended = new AbortController();
    const query = "select sum(a.range * b.range) from range(10000000) a, range(10000000) b, session";
    const asked = runCaptured(["sql", query, history], { interrupted: ended.signal });
    while (readdirSync(process.env.TMPDIR).length === 0) await setTimeout(10);
    await setTimeout(300);
    ended.abort();
    expect(await asked).toEqual({ code: 130, out: "", err: "" });
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});

test("sql says so where no row answers", async () => {
  expect((await runCaptured(["sql", "select * from drift", history])).out).toBe("no row\n");
});
