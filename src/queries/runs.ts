import { type Run, type RunSign, runsOf } from "../timeline/runs.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { inferred, observed, type Row, rowOf } from "./row.js";

/** The stretch of a session's main file that one process wrote. */
export interface RunRow extends Row {
  /** Ordinal, from 1. */
  run: number;
  chain: "main";
  firstLine: number;
  lastLine: number;
  /** CLI version on the first row of the run that has one. */
  cliVersion: string | null;
  entrypoint: string | null;
  /** `startup`, `resume`, `fork`, `clear` where the record of a `SessionStart` hook says so. */
  startedBy: string | null;
}

const words: Record<RunSign, string> = {
  "first-row": "the file begins here",
  "session-start-hook": "a SessionStart hook ran",
  "exit-command": "the process before it was left by /exit",
  "process-id": "session_id changes",
  "cli-version": "the CLI version changes",
  entrypoint: "the entrypoint changes",
  "initial-listing": "a second skill listing is flagged initial",
  "session-start-instructions": "instructions were read again at session start",
};

/**
 * Answers which processes wrote a session's main file: one row for each stretch, with the signs that told it apart.
 *
 * A start that a `SessionStart` hook recorded is `observed`, every other is `inferred` from the signs that `why` names.
 *
 * Known gaps: a process that leaves no sign is not told apart from the one before; subagents run inside a process.
 *
 * @example
 * runs(timeline).map((row) => [row.run, row.startedBy, row.grade]); // => [[1, "startup", "observed"], [2, null, "inferred"]]
 */
export function runs(timeline: Timeline): RunRow[] {
  const all = runsOf(timeline);
  const facts = new Map<number, { at: number | null; cliVersion: string | null; entrypoint: string | null }>();
  const asked = new Set<number>();
  const stands = standsIn(timeline);
  for (const event of wholeOf(timeline).events) {
    const run = all.of(event);
    if (run === null) continue;
    if (stands(event)) asked.add(run);
    const known = facts.get(run);
    const at = event.kind === "unknown" ? null : event.at;
    if (known === undefined) facts.set(run, { at, cliVersion: event.cliVersion, entrypoint: event.entrypoint });
    else {
      known.at ??= at;
      known.cliVersion ??= event.cliVersion;
      known.entrypoint ??= event.entrypoint;
    }
  }
  const here = all.runs.filter(({ run }) => asked.has(run));
  return here.map((run) => ({
    run: run.run,
    chain: "main",
    firstLine: run.first.place.line,
    lastLine: run.last.place.line,
    cliVersion: facts.get(run.run)?.cliVersion ?? null,
    entrypoint: facts.get(run.run)?.entrypoint ?? null,
    startedBy: run.startedBy,
    ...rowOf(timeline, run.first, judgementOf(run), ...run.proof.filter((event) => event !== run.first)),
    at: facts.get(run.run)?.at ?? null,
  }));
}

const judgementOf = ({ signs, startedBy }: Run) =>
  startedBy !== null || signs.includes("session-start-hook")
    ? observed
    : inferred(`That a process starts here is told by its signs: ${signs.map((sign) => words[sign]).join("; ")}.`);
