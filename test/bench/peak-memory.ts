import { readFileSync } from "node:fs";

/**
 * Peak memory of this process, in MB of 10^6 bytes. On Linux it is what the kernel says of the program that runs: the figure
 * of `process.resourceUsage()` also holds what the parent had at the moment of the fork.
 */
export function peakMegabytes(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kilobytes !== undefined) return (Number(kilobytes) * 1024) / 1e6;
  } catch {}
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}
