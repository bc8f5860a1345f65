import { statSync } from "node:fs";
import { same } from "./agree.js";
import { figure, goal, median } from "./figures.js";
import type { Run } from "./one.js";
import type { Part } from "./part.js";
import { runVariant } from "./run-variant.js";
import { variants } from "./variants.js";

const goals: Record<string, { atLeast: number }> = {
  "entries, lazy bodies": { atLeast: 1.6 },
  "records of boundaries": { atLeast: 6 },
  timeline: { atLeast: 1.2 },
  "timeline, zod on every entry": { atLeast: 0.9 },
};

/**
 * Ways of reading transcripts against `JSON.parse` of each line: every variant in a process of its own, rounds interleaved,
 * ratios against the first variant of the same round.
 */
export const reading: Part = async (bench) => {
  const { rounds, files, megabytes } = bench.scale;
  const sizes = files.map((file) => statSync(file).size / 1e6);
  const once = sizes.reduce((sum, size) => sum + size, 0);
  const repeat = Math.max(1, Math.ceil(megabytes / once));
  const all = Array.from({ length: repeat }, () => files).flat();
  const runs = new Map<string, Run[]>(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, list] of runs) list.push(runVariant(bench, "warm", name, all));

  const [base = []] = runs.values();
  checkFound(runs);
  return [
    {
      name: "reading",
      about:
        `${files.length} transcripts ${repeat} times over: ${all.length} files, ${figure(once * repeat)} MB; ` +
        `medians of ${rounds} rounds, the ratio within each round`,
      rows: [...runs].map(([variant, list]) => {
        const ratios = list.map((run, round) => (base[round] as Run).ms / run.ms);
        const ratio = figure(median(ratios));
        return {
          variant,
          "× JSON.parse": ratio,
          range: `${figure(Math.min(...ratios))}–${figure(Math.max(...ratios))}`,
          ...goal(ratio, goals[variant]),
          "MB/s": figure((once * repeat) / (median(list.map((run) => run.ms)) / 1000)),
          "CPU s": figure(median(list.map((run) => run.cpu)) / 1000),
          "peak MB": figure(median(list.map((run) => run.peak))),
        };
      }),
    },
  ];
};

/** All count the same boundaries; what reads through `readEntries` also the same entries, and the same tokens on them. */
function checkFound(runs: Map<string, Run[]>): void {
  const found = [...runs].map(([name, list]) => [name, list[0] as Run] as const);
  const ours = found.filter(([name]) => /^(entries|timeline)/.test(name));
  same(
    "boundaries",
    found.map(([name, run]) => [name, run.boundaries]),
  );
  same(
    "entries",
    ours.map(([name, run]) => [name, run.entries]),
  );
  same(
    "output tokens",
    ours.map(([name, run]) => [name, run.outputTokens]),
  );
}
