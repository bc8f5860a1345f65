import { variants } from "./variants.js";

/** Runs one variant over the files and prints what it took, as JSON: a process of its own for each run. */
const [name = "", ...files] = process.argv.slice(2);
const variant = variants[name];
if (variant === undefined) throw new Error(`No variant is called ${name}.`);
await variant(files.slice(0, Math.ceil(files.length / 8)));
const cpu = process.cpuUsage();
const start = performance.now();
const found = await variant(files);
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({ ms, cpu: (user + system) / 1000, peakMB: process.resourceUsage().maxRSS / 1024, ...found }),
);
