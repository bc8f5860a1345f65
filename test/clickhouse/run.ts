import { deepStrictEqual } from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sqlQueries } from "../../src/export/sql-queries.js";
import { clickhouseView } from "../../src/export/sql-views.js";
import { allTables } from "../../src/export/tables.js";
import { exportRows } from "../../src/node/export-rows.js";
import { sql } from "../../src/node/sql.js";
import { writeHistory } from "../sql/history.js";

// Asks the documented queries of DuckDB and of ClickHouse, over the same exports. Run by `npm run test:clickhouse`.

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

async function compare(clickhouse: Session): Promise<void> {
  const history = join(root, "projects");
  writeHistory(history);
  let rows = 0;
  for (const [number, [folder, redact]] of (
    [
      [history, false],
      [history, true],
      [fixtures, false],
    ] as const
  ).entries()) {
    const out = join(root, `export-${number}`);
    await exportRows(folder, { out, redact });
    clickhouse.query(`create database d${number}`);
    clickhouse.query(`use d${number}`);
    for (const table of allTables)
      clickhouse.query(clickhouseView(table, (path, columns) => `file('${out}/${path}', 'Parquet', '${columns}')`));
    const ask = (query: string) => rowsOf(clickhouse, query);
    for (const { name, sql: query } of sqlQueries) {
      const expected = await sql(query, { over: out });
      deepStrictEqual(ask(query), expected, `${name} over ${folder}`);
      rows += expected.length;
    }
    for (const { name } of allTables) {
      const every = `select * from ${name} order by row_id`;
      const expected = await sql(every, { over: out });
      deepStrictEqual(ask(every), expected, `${name} over ${folder}`);
      rows += expected.length;
    }
  }
  deepStrictEqual(loaded(clickhouse), rowsOf(clickhouse, "select count(*) as loaded from usage"), "docs/fleet.md");
  clickhouse.close();
  say(`${sqlQueries.length} queries and ${allTables.length} views: DuckDB and ClickHouse give the same ${rows} rows`);
}

/** Runs the statements of docs/fleet.md that load a table, one of them twice; gives what the last one answers. */
function loaded(clickhouse: Session): Record<string, unknown>[] {
  const [, block = ""] = /```sql\n([\s\S]*?)```/.exec(readFileSync(join(project, "docs", "fleet.md"), "utf8")) ?? [];
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
  else await compare(clickhouse);
} finally {
  rmSync(root, { recursive: true, force: true });
}
