import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import type { DuckDBDecimalValue, DuckDBValueConverter, JS } from "@duckdb/node-api";
import { asPattern, duckdbView, quoted } from "../export/sql-views.js";
import { schemaVersion } from "../export/table.js";
import { allTables, type TableName } from "../export/tables.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { EachOptions } from "./each-session.js";
import { manifestOf, partsIn } from "./export-folder.js";
import { type ExportOptions, exportRows, type SessionToExport } from "./export-rows.js";
import { jsonSafe } from "./json-safe.js";
import { optionalPeer } from "./optional-peer.js";

/** A row of an answer: what the query selects, by name. */
export type SqlRow = Record<string, unknown>;

/** What `sql` reads, and how. */
export interface SqlOptions extends EachOptions {
  /** A folder that `exportRows` wrote as Parquet or NDJSON, a folder of transcripts, or sessions that are open already. */
  over: string | Iterable<SessionToExport> | AsyncIterable<SessionToExport>;
}

/**
 * Answers one SELECT of SQL with DuckDB; the views are the tables of `exportTables`, one row for each fact.
 *
 * The query can read nothing but the export: no other file, no network, no extension, and it changes nothing. Of
 * transcripts, the rows of the tables that the query names are written to a folder for temporary files and removed
 * afterwards. A whole number beyond 2^53, such as a sum, and a
 * decimal of more than 15 digits are given as text, a time as ISO text. Throws a `TranscriptError`
 * where the package `@duckdb/node-api` is not installed, where a file of the export is damaged, or where the query is wrong; the
 * message then says what DuckDB says.
 * Throws the signal's reason where it was aborted, also while DuckDB works.
 */
export async function sql(query: string, { over, onError, ...each }: SqlOptions): Promise<SqlRow[]> {
  if (query.trim() === "") throw new TranscriptError("wrong-option", "The query is empty; ask one SELECT.");
  const { DuckDBDecimalValue, DuckDBInstance, JSDuckDBValueConverter, StatementType } = await optionalPeer(
    "@duckdb/node-api",
    () => import("@duckdb/node-api"),
  );
  const exact: DuckDBValueConverter<JS> = (value, type, convert) =>
    value instanceof DuckDBDecimalValue ? exactNumber(value) : JSDuckDBValueConverter(value, type, convert);
  const named = allTables.filter(({ name }) => new RegExp(`\\b${name}\\b`, "i").test(query));
  const shown = /^\s*show\b|\binformation_schema\b/i.test(query) ? allTables : named;
  const temporary = await mkdtemp(join(tmpdir(), "tidemark-sql-"));
  try {
    const { folder, format } = await exportOf(
      over,
      temporary,
      { ...each, tables: named.map(({ name }) => name as TableName) },
      onError,
    );
    const database = await DuckDBInstance.create(":memory:", {
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
      temp_directory: join(temporary, "spill"),
    });
    try {
      const connection = await database.connect();
      const interrupt = (): void => connection.interrupt();
      each.signal?.addEventListener("abort", interrupt, { once: true });
      for (const table of shown) {
        const isThere = (await partsIn(folder, [table.name])).size > 0;
        await connection.run(duckdbView(table, isThere ? folder : null, format)).catch((error) => {
          throw (
            damageOf(error) ??
            new TranscriptError(
              "unreadable-file",
              `${join(folder, table.name)} can't be read: ${firstLine(error)}; export again.`,
            )
          );
        });
      }
      // A path is allowed as it is asked for, and the views ask with a pattern.
      const allowed = [folder, asPattern(folder)].map((path) => quoted(`${path}/`));
      await connection.run(`set allowed_directories = [${allowed.join(", ")}]`);
      await connection.run("set enable_external_access = false");
      await connection.run("set lock_configuration = true");
      const statements = await connection.extractStatements(query);
      if (statements.count !== 1)
        throw new TranscriptError("wrong-option", "Ask one SELECT, without another behind it.");
      const statement = await statements.prepare(0);
      if (statement.statementType !== StatementType.SELECT)
        throw new TranscriptError("wrong-option", "Only a SELECT can be asked; the data are read, never changed.");
      each.signal?.throwIfAborted();
      const answer = await statement.runAndReadAll();
      each.signal?.removeEventListener("abort", interrupt);
      const names = answer.deduplicatedColumnNames();
      return answer
        .convertRows(exact)
        .map((row) => Object.fromEntries(names.map((name, at) => [name, jsonSafe(row[at])])));
    } catch (error) {
      each.signal?.throwIfAborted();
      if (TranscriptError.isInstance(error)) throw error;
      throw faultOf(error);
    } finally {
      database.closeSync();
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** What DuckDB says; of a table that is not there it knows only its own, and not the views of tables that no query named. */
function faultOf(error: unknown): TranscriptError {
  const [, name] = /^Catalog Error: Table with name (.+) does not exist!/.exec(messageOf(error)) ?? [];
  const message =
    name === undefined
      ? messageOf(error)
      : `${name} is no table; there are ${allTables.map((one) => one.name).join(", ")}.`;
  return damageOf(error) ?? new TranscriptError("wrong-option", message);
}

/** The damaged file of an export that DuckDB names; null where it names none. */
function damageOf(error: unknown): TranscriptError | null {
  const [, file] =
    /^Invalid Input Error: .*file ['"](.+\/part-.+\.(?:parquet|ndjson))['"]/i.exec(messageOf(error)) ?? [];
  return file === undefined
    ? null
    : new TranscriptError("unreadable-file", `${file} is damaged; export again, or remove it.`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Further lines show SQL, which of a view nobody has written. */
const firstLine = (error: unknown): string => messageOf(error).split("\n", 1)[0]?.replace(/\.$/, "") ?? "";

/** A decimal as a number where that keeps all its digits, else as text. */
function exactNumber(decimal: DuckDBDecimalValue): bigint | number | string {
  if (decimal.scale === 0) return decimal.value;
  const text = decimal.toString();
  const digits = text.replace(/\D/g, "").replace(/^0+|0+$/g, "");
  return digits.length <= alwaysKept ? Number(text) : text;
}

/** Decimal digits that every number keeps. */
const alwaysKept = 15;

/** The export to ask: the given one, or one that is made of transcripts. */
async function exportOf(
  over: SqlOptions["over"],
  temporary: string,
  options: Omit<ExportOptions, "out">,
  onError: SqlOptions["onError"],
): Promise<{ folder: string; format: "parquet" | "ndjson" }> {
  const manifest = typeof over === "string" ? await manifestOf(over) : null;
  if (typeof over !== "string" || manifest === null) {
    const folder = join(temporary, "export");
    const { problems } = await exportRows(over, { ...options, out: folder, format: "ndjson", redact: false });
    const [first] = problems;
    if (onError !== undefined) problems.forEach(onError);
    else if (first !== undefined)
      throw new TranscriptError(
        "unreadable-file",
        `${problems.length} could not be read, the first: ${first.message}; give onError to ask the others`,
      );
    return { folder, format: "ndjson" };
  }
  const { format } = manifest;
  if (manifest.schemaVersion !== schemaVersion || (format !== "parquet" && format !== "ndjson"))
    throw new TranscriptError(
      "wrong-option",
      `${over} holds ${format} of schema version ${manifest.schemaVersion}; SQL reads parquet and ndjson of version ${schemaVersion}: export again into a new folder.`,
    );
  return { folder: await withoutBackslash(resolve(over), temporary), format };
}

/** On any system DuckDB takes a backslash for a separator: a folder with one in its name is read by another name. */
async function withoutBackslash(folder: string, temporary: string): Promise<string> {
  if (sep === "\\" || !folder.includes("\\")) return folder;
  const link = join(temporary, "export");
  await symlink(folder, link);
  return link;
}
