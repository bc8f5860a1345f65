import { deepStrictEqual } from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { sqlQueries } from "../../src/export/sql-queries.js";
import { clickhouseView } from "../../src/export/sql-views.js";
import { allTables } from "../../src/export/tables.js";
import { exportRows } from "../../src/node/export-rows.js";
import { sql } from "../../src/node/sql.js";
import { writeCopies, writeHistory } from "../sql/history.js";

// Asks the documented queries of DuckDB and of ClickHouse, over the same exports: as files, and as objects of a bucket.
// Run by `npm run test:clickhouse`.

interface Session {
  query(sql: string, format?: string): string;
  close(): void;
}

/** Systems for which chdb is built. */
const supported = ["linux x64", "linux arm64", "darwin x64", "darwin arm64"];

/** ClickHouse in this process; null where it is not built for this system. */
function openClickhouse(): Session | null {
  if (!supported.includes(`${process.platform} ${process.arch}`)) return null;
  const { Session } = createRequire(import.meta.url)("chdb") as { Session: new (path: string) => Session };
  return new Session(join(root, "clickhouse"));
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const fixtures = join(project, "fixtures");
const root = mkdtempSync(join(tmpdir(), "clickhouse-"));

async function compare(clickhouse: Session, bucket: Bucket): Promise<void> {
  const history = join(root, "projects");
  writeHistory(history);
  const copies = join(root, "copies");
  writeCopies(copies);
  let rows = 0;
  const answers = async (over: string, place: string): Promise<void> => {
    for (const { name, sql: query } of sqlQueries) {
      const expected = await sql(query, { over });
      deepStrictEqual(rowsOf(clickhouse, query), expected, `${name} over ${place}`);
      rows += expected.length;
    }
    for (const table of allTables) {
      const every = `select * from ${table.name} order by row_id`;
      const expected = await sql(every, { over });
      deepStrictEqual(rowsOf(clickhouse, every), expected, `${table.name} over ${place}`);
      rows += expected.length;
    }
  };
  const exports = [
    { from: history, redact: false, out: join(root, "machine-a") },
    { from: history, redact: true, out: join(root, "redacted") },
    { from: fixtures, redact: false, out: join(root, "machine-b") },
    { from: copies, redact: false, out: join(root, "with-copies") },
  ];
  for (const { from, redact, out } of exports) {
    await exportRows(from, { out, redact });
    viewsIn(clickhouse, (path, columns) => `file('${out}/${path}', 'Parquet', '${columns}')`);
    await answers(out, out);
  }
  const [machine, , other] = exports.map(({ out }) => out) as [string, string, string];
  deepStrictEqual(loaded(clickhouse), rowsOf(clickhouse, "select count(*) as loaded from usage"), "docs/fleet.md");

  await bucket.put(machine, "rows/machine-a");
  const inBucket = (path: string, columns: string) => `s3('${bucket.url}/rows/*/${path}', 'Parquet', '${columns}')`;
  viewsIn(clickhouse, inBucket);
  await answers(machine, "a bucket");
  await bucket.put(other, "rows/machine-b");
  await answers(merged([machine, other]), "a bucket of two machines");
  say(
    `${sqlQueries.length} queries and ${allTables.length} views, by file and by s3: DuckDB and ClickHouse give the same ${rows} rows`,
  );
}

/** The files of several exports as one export, each under a name of its own. */
function merged(exports: string[]): string {
  const all = join(root, "merged");
  for (const [number, folder] of exports.entries())
    for (const path of filesBelow(folder)) {
      const to = join(all, dirname(path), basename(path).replace("part-", `part-${number}-`));
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(folder, path), to);
    }
  return all;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? relative(folder, join(entry.parentPath, entry.name)) : [],
  );

/** Writes the views of all tables into a database of their own. */
function viewsIn(clickhouse: Session, read: (path: string, columns: string) => string): void {
  const name = `d${databases++}`;
  clickhouse.query(`create database ${name}`);
  clickhouse.query(`use ${name}`);
  for (const table of allTables) clickhouse.query(clickhouseView(table, read));
}

let databases = 0;

interface Bucket {
  url: string;
  /** Puts the files of a folder below a prefix. */
  put(folder: string, prefix: string): Promise<void>;
  close(): void;
}

/** A bucket on this machine. Its server runs beside: a query of ClickHouse holds this process until it is answered. */
async function openBucket(): Promise<Bucket> {
  const program = join(project, "test", "clickhouse", "node_modules", "s3rver", "bin", "s3rver.js");
  const options = `--address 127.0.0.1 --port 0 --directory ${join(root, "s3")} --configure-bucket fleet`;
  const server = spawn(process.execPath, [program, ...options.split(" ")], { stdio: ["ignore", "pipe", "inherit"] });
  const url = `${await addressOf(server)}/fleet`;
  return {
    url,
    async put(folder, prefix) {
      for (const path of filesBelow(folder)) {
        const key = `${prefix}/${path}`;
        const { status } = await fetch(`${url}/${key}`, { method: "PUT", body: readFileSync(join(folder, path)) });
        deepStrictEqual(status, 200, key);
      }
    },
    close: () => server.kill(),
  };
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout?.on("data", (chunk) => {
      said += chunk;
      const port = /listening on \S*?:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    server.on("exit", (code) => reject(new Error(`The bucket's server ended with ${code}: ${said}`)));
  });
}

/** Runs the statements of docs/fleet.md that load a table, one of them twice; gives what the last one answers. */
function loaded(clickhouse: Session): Record<string, unknown>[] {
  const [, block = ""] =
    /```sql[^\n]*\n([\s\S]*?)```/.exec(readFileSync(join(project, "docs", "fleet.md"), "utf8")) ?? [];
  const statements = block.split(";").filter((statement) => statement.trim() !== "");
  for (const statement of statements.slice(0, -1)) clickhouse.query(statement);
  return rowsOf(clickhouse, statements.at(-1) ?? "");
}

const rowsOf = (clickhouse: Session, query: string): Record<string, unknown>[] =>
  clickhouse
    .query(query, "JSONEachRow")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

try {
  const clickhouse = openClickhouse();
  if (clickhouse === null) say(`skipped: chdb is not built for ${process.platform} ${process.arch}`);
  else {
    const bucket = await openBucket();
    await compare(clickhouse, bucket).finally(bucket.close);
    clickhouse.close();
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
