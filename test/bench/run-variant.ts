import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Run } from "./one.js";
import type { Bench } from "./part.js";

/** Runs a variant in a process of its own: `warm` as in a program that runs, `cold` as in one that has just started. */
export function runVariant({ programs }: Bench, start: "warm" | "cold", name: string, files: string[]): Run {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(programs, "one.mjs"), start, name, ...files], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout) as Run;
}
