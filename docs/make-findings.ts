import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  boundaries,
  claims,
  count,
  drift,
  forecastScore,
  hooks,
  issueCodes,
  mean,
  missing,
  openTimeline,
  quantile,
  returned,
  rollup,
  survival,
  type Timeline,
} from "../src/node.js";
import { type Cell, table, writeTables } from "./page-tables.js";

/**
 * Writes the tables of docs/findings.md, each between `<!-- table: NAME -->` and `<!-- end -->`, from the transcripts of a
 * folder: `npm run findings -- FOLDER`.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder of transcripts: npm run findings -- ../shared/corpus");
  process.exit(2);
}

const percent = (rate: number | null): Cell => (rate === null ? null : `${Math.round(rate * 100)} %`);
const rounded = (value: number | null): Cell => (value === null ? null : Math.round(value));

const timelines: Timeline[] = [];
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .sort())
  timelines.push(await openTimeline(join(folder, file), { subagents: false }));

const cuts = timelines.flatMap(boundaries).filter((row) => row.kind === "compact");
const back = timelines.flatMap(returned);
const lost = timelines.flatMap(missing);
const runs = timelines.flatMap((timeline) => hooks(timeline));

const tables: Record<string, string> = {
  sessions: table([
    {
      transcripts: timelines.length,
      entries: timelines.reduce((sum, one) => sum + one.files.reduce((total, file) => total + file.entries, 0), 0),
      "CLI versions": new Set(timelines.flatMap((one) => one.versions)).size,
      compactions: cuts.length,
      "unknown kinds": drift(timelines).length,
    },
  ]),
  issues: table(
    rollup(
      timelines.flatMap((one) => one.issues),
      { code: "code" },
      { issues: count() },
    ).map((row) => ({
      ...row,
      level: issueCodes[row.code].level,
    })),
  ),
  boundaries: table(
    rollup(
      cuts,
      { trigger: "trigger" },
      {
        compactions: count(),
        before: mean("preTokens"),
        after: mean("postTokens"),
        "first request after": mean("firstRequestAfter"),
        "median ms": quantile("durationMs", 0.5),
      },
    ).map((row) => ({
      ...row,
      before: rounded(row.before),
      after: rounded(row.after),
      "first request after": rounded(row["first request after"]),
      "median ms": rounded(row["median ms"]),
    })),
  ),
  returned: table(
    rollup(
      back.filter((row) => row.phase === "boundary"),
      { item: "item", source: "source", grade: "grade", relation: "relation" },
      { things: count() },
    ),
  ),
  missing: table(rollup(lost, { item: "item", reason: "reason", grade: "grade" }, { things: count() })),
  survival: table(
    survival(timelines)
      .filter((row) => row.by === "all" || row.by === "process")
      .map((row) => ({
        item: row.item,
        by: row.by === "all" ? "all" : (row.value ?? "not known"),
        survived: `${row.survived} of ${row.n}`,
        rate: percent(row.rate),
        "95 %":
          row.low === null || row.high === null ? null : `${Math.round(row.low * 100)}–${Math.round(row.high * 100)} %`,
        "not judged": row.unjudged,
      })),
  ),
  hooks: table(
    rollup(runs, { event: "event", "owner found by": "ownerRule" }, { runs: count() }).map((row) => ({ ...row })),
  ),
  forecast: table(
    forecastScore(timelines).map((row) => ({
      item: row.item,
      predicted: row.predicted,
      happened: row.happened,
      hits: row.hits,
      precision: percent(row.precision),
      recall: percent(row.recall),
    })),
  ),
  claims: table(
    claims(timelines)
      .filter((row) => row.n > 0)
      .map((row) => ({
        claim: row.claim,
        source: row.source,
        date: row.date,
        verdict: row.verdict,
        held: `${row.held} of ${row.n}`,
      })),
  ),
};

writeTables(fileURLToPath(new URL("findings.md", import.meta.url)), tables);
console.log(`${Object.keys(tables).length} tables of ${timelines.length} transcripts written to docs/findings.md`);
