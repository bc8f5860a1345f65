import type { Command } from "commander";
import type { SqlRow } from "../node/sql.js";
import { TranscriptError } from "../read/transcript-error.js";
import { plainText } from "../show/plain-text.js";
import { type Cell, table } from "../show/table.js";
import { jsonRows } from "./print-json.js";
import { progressBar } from "./progress-bar.js";
import { requireFolder } from "./require-folder.js";
import { complain, type Terminal } from "./terminal.js";
import { tried } from "./tried.js";
import { addWidth } from "./width-option.js";

/** As shells say of a program that Ctrl-C ended. */
const endedByPerson = 130;

/** Adds `sql`: one SELECT over transcripts or an export. */
export function addSql(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const command = program
    .command("sql")
    .summary("one SELECT over a folder of transcripts, or over an export")
    .description("Answers a SELECT, or a documented query by its name (docs/sql.md), with DuckDB.")
    .usage('"select ..." [folder] [options]')
    .argument("<query>", "a SELECT over boundaries, returned, missing, skills, usage, ..., or a name: tokens-by-day")
    .argument("[folder]", "folder of transcripts, or one that export wrote; default: Claude Code's")
    .option("--json", "print one JSON array of rows and nothing else");
  addWidth(command);
  command
    .addHelpText(
      "after",
      '\nExamples:\n  tidemark sql "select item, reason from missing"\n  tidemark sql tokens-by-day ~/.claude/projects --json\n\nNext:\n  tidemark export --out rows\n      writes the tables once, and sql over what was written reads no transcript',
    )
    .action(async (query: string, named: string | undefined, { json = false }: { json?: boolean }) => {
      const { interrupted } = terminal;
      const code = await tried(terminal, async () => {
        const [{ folderAsked }, { sqlQueries }, { sql }] = await Promise.all([
          import("./paths-asked.js"),
          import("../export/sql-queries.js"),
          import("../node/sql.js"),
        ]);
        const folder = folderAsked(named, terminal);
        requireFolder(folder);
        const documented = sqlQueries.find(({ name }) => name === query);
        if (documented === undefined && !/\s/.test(query.trim()))
          throw new TranscriptError(
            "wrong-option",
            `no documented query ${query}; give a SELECT, or one of ${sqlQueries.map(({ name }) => name).join(", ")}`,
          );
        let isWhole = true;
        const bar = progressBar(terminal);
        const rows = await sql(documented?.sql ?? query, {
          over: folder,
          signal: interrupted,
          onProgress: bar.show,
          onError: ({ message }) => {
            isWhole = false;
            bar.clear();
            complain(terminal, message);
          },
        }).finally(bar.clear);
        terminal.stdout.write(json ? jsonRows(rows) : shown(rows, terminal.columns ?? 80));
        return isWhole;
      }).catch((error: unknown) => {
        if (interrupted.aborted) return endedByPerson;
        throw error;
      });
      end(code);
    });
}

function shown(rows: SqlRow[], width: number): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return "no row\n";
  const columns = names.map((name) => [plainText(name), rows.map((row) => cellOf(row[name]))]);
  const lines = table(Object.fromEntries(columns), width);
  return `${lines.length === 0 ? `${rows.length} empty` : lines.join("\n")}\n`;
}

const cellOf = (value: unknown): Cell =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : JSON.stringify(value);
