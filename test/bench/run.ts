import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { arch, cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sharedFolder } from "../shared.js";
import { variants } from "./variants.js";

/**
 * Compares ways of reading transcripts: every variant in a process of its own, rounds interleaved, ratios against the
 * first variant of the same round. Reads `../shared/corpus`, or the folder in BENCH_FOLDER; BENCH_ROUNDS and BENCH_REPEAT
 * say how often.
 */
interface Run {
  ms: number;
  cpu: number;
  peakMB: number;
  entries: number;
  outputTokens: number;
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const repeat = Number(process.env.BENCH_REPEAT ?? 9);
const folder = process.env.BENCH_FOLDER ?? join(sharedFolder() ?? "", "corpus");
if (!existsSync(folder)) {
  console.log(`Nothing to read: no folder ${folder}. Name one with BENCH_FOLDER.`);
  process.exit(0);
}
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".jsonl"))
  .map((file) => join(folder, file));
const all = Array.from({ length: repeat }, () => files).flat();
const megabytes = all.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
const one = fileURLToPath(new URL("one.ts", import.meta.url));

const runs = new Map<string, Run[]>(Object.keys(variants).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const [name, list] of runs) {
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--import", "tsx", one, name, ...all], {
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    list.push(JSON.parse(stdout) as Run);
  }

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const base = runs.values().next().value ?? [];
console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? arch()}, ${cpus().length} cores; ${all.length} files, ${megabytes.toFixed(0)} MB, ${rounds} rounds.`,
);
console.table(
  [...runs].map(([name, list]) => {
    const ratios = list.map((run, round) => (base[round]?.ms ?? Number.NaN) / run.ms);
    return {
      variant: name,
      ms: Math.round(median(list.map((run) => run.ms))),
      "MB/s": Math.round(megabytes / (median(list.map((run) => run.ms)) / 1000)),
      "x JSON.parse": Number(median(ratios).toFixed(2)),
      range: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
      "cpu ms": Math.round(median(list.map((run) => run.cpu))),
      "peak MB": Math.round(median(list.map((run) => run.peakMB))),
      entries: list[0]?.entries ?? 0,
    };
  }),
);
