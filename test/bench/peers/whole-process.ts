import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a whole process took: milliseconds from its start to its end, those of the processor, and MB of its largest process; null where nothing tells. */
export interface Took {
  ms: number;
  cpu: number | null;
  peak: number | null;
  output: string;
}

/** GNU time says how much memory a process of any kind took; other systems have another `time`, or none. */
const time = "/usr/bin/time";
const hasTime = existsSync(time) && `${spawnSync(time, ["--version"]).stdout}`.includes("GNU");

/** Runs a line of shell as one process and its children, where `node` is the one that runs this. Throws where it fails. */
export function wholeProcess(command: string, env: NodeJS.ProcessEnv, folder: string): Took {
  const report = join(folder, "peak");
  const [program, args] = hasTime
    ? [time, ["-f", "%M %U %S", "-o", report, "sh", "-c", command]]
    : ["sh", ["-c", command]];
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { PATH, ...env },
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const ms = performance.now() - start;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  if (!hasTime) return { ms, cpu: null, peak: null, output: stdout };
  const [kilobytes = Number.NaN, user = Number.NaN, system = Number.NaN] = readFileSync(report, "utf8")
    .split(" ")
    .map(Number);
  return { ms, cpu: (user + system) * 1000, peak: (kilobytes * 1024) / 1e6, output: stdout };
}
