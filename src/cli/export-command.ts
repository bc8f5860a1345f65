import { type Command, Option } from "commander";
import type { TableName } from "../export/tables.js";
import type { ExportFormat } from "../node/export-format.js";
import { count, plural } from "../show/count.js";
import { pathGiven } from "./path-given.js";
import { harmlessJson } from "./print-json.js";
import { progressBar } from "./progress-bar.js";
import { readBy } from "./read-by.js";
import { requireFolder } from "./require-folder.js";
import { complain, type Terminal } from "./terminal.js";
import { tried } from "./tried.js";

interface Given {
  out?: string;
  otel?: string;
  names?: boolean;
  format: ExportFormat;
  table?: TableName[];
  whole?: boolean;
  index: boolean;
  json?: boolean;
}

/** Adds `export`: the rows of all queries as files. */
export function addExport(program: Command, terminal: Terminal, end: (code: number) => void): void {
  program
    .command("export")
    .summary("the rows of all queries as Parquet, Arrow, CSV or NDJSON; spans to OpenTelemetry")
    .description(
      "Writes the rows of a folder's sessions to files, by table, day and project; or sends spans and metrics to an OpenTelemetry collector.",
    )
    .argument("[folder]", "folder of transcripts; default: Claude Code's")
    .option(
      "--out <folder>",
      "folder to write to; what is there already is replaced where it has changed",
      readBy(pathGiven),
    )
    .addOption(
      new Option(
        "--otel <url>",
        "collector to send to, as http://localhost:4318, and nowhere else (docs/dashboard.md)",
      ).conflicts(["out", "table", "whole", "format"]),
    )
    .addOption(
      new Option(
        "--names",
        "with --otel: also names of files, skills, MCP tools and the project; never a text",
      ).conflicts(["out"]),
    )
    .addOption(
      new Option("--format <format>", "of the files").choices(["parquet", "arrow", "csv", "ndjson"]).default("parquet"),
    )
    .option("--table <name>", "a table to write, such as usage; may be repeated", (name, before: string[] = []) => [
      ...before,
      name,
    ])
    .option("--whole", "with texts, names and paths as they are, not redacted")
    .option("--no-index", "export all sessions again, whatever an earlier export did")
    .option("--json", "print what was done as JSON and nothing else")
    .addHelpText(
      "after",
      '\nExamples:\n  tidemark export --out rows\n  tidemark export ~/.claude/projects --out rows --format csv --table usage\n  tidemark export --otel http://localhost:4318\n\nNext:\n  tidemark sql "select count(*) from usage" rows\n      SQL over what was written; tables and columns: docs/sql.md',
    )
    .action(
      async (
        named: string | undefined,
        { out, otel, names, format, table, whole = false, index, json = false }: Given,
        command: Command,
      ) => {
        if (otel !== undefined) {
          const { exportToCollector } = await import("./export-otel.js");
          return end(await exportToCollector(named, { otel, names, json }, terminal));
        }
        if (out === undefined)
          return command.error("say where to: --out <folder> for files, --otel <url> for a collector");
        const code = await tried(terminal, async () => {
          const [{ folderAsked }, { exportRows }] = await Promise.all([
            import("./paths-asked.js"),
            import("../node/export-rows.js"),
          ]);
          const folder = folderAsked(named, terminal);
          requireFolder(folder);
          const bar = progressBar(terminal);
          const done = await exportRows(folder, {
            out,
            format,
            redact: !whole,
            index,
            onProgress: bar.show,
            ...(table && { tables: table }),
          }).finally(bar.clear);
          for (const { message } of done.problems) complain(terminal, message);
          terminal.stdout.write(
            json
              ? `${harmlessJson(JSON.stringify(done))}\n`
              : `${plural(done.sessions, "session")}, ${plural(done.rows, "row")}: ${plural(done.written, "file")} written, ${count(done.unchanged)} unchanged, ${count(done.removed)} removed\n`,
          );
          return done.problems.length === 0;
        });
        end(code);
      },
    );
}
