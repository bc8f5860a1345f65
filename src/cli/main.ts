#!/usr/bin/env node
import { isForecastHook } from "./is-forecast-hook.js";
import { wantsColor } from "./paint.js";
import type { Terminal } from "./terminal.js";

const { argv, env, stdout, stderr } = process;

// `| head` closes the pipe: what was asked for has been read, so the end is quiet.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  stderr.write(`tidemark: the answer can't be written: ${error.message}\n`);
  process.exit(2);
});

// Nobody reads what would be told there; the answer and the exit code stand.
stderr.on("error", () => undefined);

const args = argv.slice(2);
const terminal: Terminal = {
  // Opened where it is asked for: a program that was started without one must not fail.
  get stdin() {
    return process.stdin;
  },
  stdout,
  stderr,
  columns: stdout.columns || null,
  // A terminal that does not know its width says 0.
  errorColumns: stderr.isTTY && env.TERM !== "dumb" ? stderr.columns || 80 : null,
  color: wantsColor(env, stdout.isTTY === true),
  get interrupted() {
    const ended = new AbortController();
    // The second time, Node ends the program itself.
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => ended.abort());
    return ended.signal;
  },
};

/** A hook and the status line take no longer than they must: each door loads what it needs. */
async function main(): Promise<number> {
  if (isForecastHook(args)) {
    const { forecastHook } = await import("./forecast-hook.js");
    return forecastHook(args, terminal, [process.execPath, ...process.execArgv, argv[1] as string]);
  }
  try {
    const { run } = await import("./run.js");
    return await run(args, terminal);
  } catch (error) {
    const { internalFault } = await import("./internal-fault.js");
    return internalFault(error, terminal);
  }
}

// Where an answer never ends because nothing is left to wait for, this is no success; Node ends a module so, too.
process.exitCode = 13;
void main().then((code) => {
  process.exitCode = code;
  // Node would first wait for what the engine compiles, which nobody needs any more. What can't be written is told before.
  setImmediate(() => {
    if (stdout.writableLength + stderr.writableLength === 0) process.exit();
  });
});
