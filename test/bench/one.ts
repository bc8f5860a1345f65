import { peakMegabytes } from "./peak-memory.js";
import { variants } from "./variants.js";

/** What one run took: milliseconds, and MB at the peak of the process. */
export interface Run {
  ms: number;
  cpu: number;
  peak: number;
  entries: number;
  boundaries: number | null;
  outputTokens: number | null;
}

/** Runs one variant over the files and prints a `Run`; `warm` first runs it over a third of them, as the engine compiles for a second or so. */
const [start = "", name = "", ...files] = process.argv.slice(2);
const variant = variants[name];
if (variant === undefined) throw new Error(`No variant is called ${name}.`);
if (start === "warm") await variant(files.slice(0, Math.ceil(files.length / 3)));
const cpuBefore = process.cpuUsage();
const before = performance.now();
const found = await variant(files);
const ms = performance.now() - before;
const { user, system } = process.cpuUsage(cpuBefore);
const run: Run = { ms, cpu: (user + system) / 1000, peak: peakMegabytes(), ...found };
console.log(JSON.stringify(run));
