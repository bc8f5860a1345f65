import { existsSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table, writeTables } from "../../docs/page-tables.js";
import { sharedFolder } from "../shared.js";
import { measure } from "./measure.js";
import type { Scale, Table } from "./part.js";
import { type PartName, parts } from "./parts.js";

/**
 * Runs the benchmark: `npm run bench -- [PART…] [--rounds N] [--folder TRANSCRIPTS] [--write [--note TEXT]]`. Without a part
 * it runs all. `--write` puts the tables into docs/performance.md, with a note beside them where one is given.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    folder: { type: "string", default: join(sharedFolder() ?? "", "corpus") },
    write: { type: "boolean", default: false },
    note: { type: "string" },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = names.find((name) => !(name in parts));
if (unknown !== undefined) fail(`No part is called ${unknown}; name some of ${Object.keys(parts).join(", ")}.`);
const rounds = Number(values.rounds);
if (!(rounds >= 1)) fail(`--rounds is ${values.rounds}; pass a number from 1.`);
if (!existsSync(values.folder)) fail(`Nothing to read: no folder ${values.folder}. Name one with --folder.`);

const scale: Scale = {
  rounds,
  files: readdirSync(values.folder)
    .filter((file) => file.endsWith(".jsonl"))
    .map((file) => join(values.folder, file)),
  megabytes: 400,
  sessionMegabytes: [1, 10, 100, 1000],
  queryMegabytes: 100,
  folderFiles: [1, 10, 100, 1000],
  lineMegabytes: 600,
  followed: [50, 20_000],
  appended: 200,
  hookMegabytes: [5, 500],
};
const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
const machine = `Node ${process.version.slice(1)}, ${cpus()[0]?.model.trim() ?? process.arch}, ${cpus().length} cores`;

for (const name of names as PartName[]) {
  const tables = await measure(parts[name], scale, (line) => console.log(line));
  for (const { about, rows } of tables) console.log(`\n${about}\n\n${table(rows)}`);
  if (values.write) writeTables(page, Object.fromEntries(tables.map((one) => [one.name, asWritten(name, one)])));
}

/** A table with what it needs to be judged: what was measured, when, on what, and by which command. */
function asWritten(part: PartName, { about, rows, commands }: Table): string {
  const day = new Date().toISOString().slice(0, 10);
  const note = values.note === undefined ? "" : ` **${values.note}**`;
  const shell = commands === undefined ? "" : `\n\n\`\`\`sh no-run:elsewhere\n${commands.join("\n")}\n\`\`\``;
  const command = `npm run bench -- ${part} --rounds ${rounds}`;
  return `${table(rows)}\n\nMeasured: ${about}. ${day}, ${machine}; \`${command}\`.${note}${shell}`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
