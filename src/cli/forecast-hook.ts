import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { keptPath } from "../systems/forecast/kept-forecast.js";
import { statusLine } from "../systems/forecast/status-line.js";
import type { HookInput } from "../systems/hook-input.js";
import { runHook } from "./run-hook.js";
import { complain, type Terminal } from "./terminal.js";

/** A line that nothing is known of yet is waited for so long: most transcripts are read within it. */
const firstWaitMs = 400;
const pollMs = 10;

/**
 * `forecast --status-line` and `forecast --stop`: ends with 0 whatever happens. `program` is the command that starts this
 * program once more, to read on behind the status line's back; without one it reads at once.
 */
export async function forecastHook(
  args: readonly string[],
  terminal: Terminal,
  program: readonly string[] | null,
): Promise<number> {
  try {
    const { values } = parseArgs({
      args: args.slice(1),
      options: {
        "status-line": { type: "boolean" },
        stop: { type: "boolean" },
        at: { type: "string" },
        window: { type: "string" },
        // What the status line tells the program that it starts to read on.
        session: { type: "string" },
        transcript: { type: "string" },
      },
    });
    const { stop, at, window, session, transcript } = values;
    const tokens = numberOf("--window", window, Number.MAX_SAFE_INTEGER);
    if (session !== undefined && transcript !== undefined) {
      await read(session, transcript, tokens ?? null);
      return 0;
    }
    if (stop !== true) return await runHook(terminal, "forecast", (input) => showLine(input, terminal, program));
    const share = numberOf("--at", at, 100);
    return await runHook(terminal, "forecast", async (input) => {
      const { stopWarning } = await import("../systems/forecast/stop-warning.js");
      const warning = await stopWarning(input, {
        ...(share !== undefined && { at: share / 100 }),
        ...(tokens !== undefined && { window: tokens }),
      });
      if (warning !== null) terminal.stdout.write(`${JSON.stringify({ systemMessage: warning })}\n`);
    });
  } catch (error) {
    complain(
      terminal,
      `forecast: ${error instanceof Error ? error.message : String(error)}; see tidemark forecast --help`,
    );
    return 0;
  }
}

function numberOf(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= most))
    throw new RangeError(`${name} ${text} is no whole number from 1${most === 100 ? " to 100" : " on"}`);
  return value;
}

async function showLine(input: HookInput, terminal: Terminal, program: readonly string[] | null): Promise<void> {
  const now = () => statusLine(input, Date.now(), null);
  const show = (line: string) => void terminal.stdout.write(`${line}\n`);
  const { sessionId, transcriptPath, contextWindow } = input;
  const { line, kept, outdated } = now();
  if (!outdated || sessionId === null || transcriptPath === null) return show(line);
  const size = contextWindow ?? kept?.window ?? null;
  if (program === null) {
    await read(sessionId, transcriptPath, size);
    return show(now().line);
  }
  if (kept !== null) show(line);
  const { startRefresh } = await import("../systems/forecast/refresh.js");
  const window = size === null ? [] : [`--window=${size}`];
  const lock = keptPath(sessionId, "lock", null) as string;
  try {
    // With =, since a name may begin like an option.
    const told = [`--session=${sessionId}`, `--transcript=${transcriptPath}`, ...window];
    startRefresh(lock, [...program, "forecast", "--status-line", ...told]);
    for (const start = Date.now(); kept === null && now().kept === null && Date.now() - start < firstWaitMs; )
      await setTimeout(pollMs);
  } finally {
    if (kept === null) show(now().line);
  }
}

async function read(session: string, transcript: string, window: number | null): Promise<void> {
  const { keepForecast } = await import("../systems/forecast/keep-forecast.js");
  try {
    await keepForecast(session, transcript, { window });
  } finally {
    const lock = keptPath(session, "lock", null);
    if (lock !== null) rmSync(lock, { force: true });
  }
}
