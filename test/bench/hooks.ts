import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cell } from "../../docs/page-tables.js";
import { figure, goal, median } from "./figures.js";
import { writeSession } from "./generated-session.js";
import type { Bench, Part } from "./part.js";
import { type Took, wholeProcess } from "./peers/whole-process.js";

const cli = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** One hook, as Claude Code runs it. */
interface HookCase {
  /** Words behind `tidemark`. */
  hook: string;
  /** What it gets on standard input besides the session and its transcript. */
  input: Record<string, unknown>;
  /** Whether it did its work, by what it printed and what lies in Claude Code's folder; a session's cases run in this order. */
  done: (output: string, config: string, sessionId: string) => boolean;
  /** For what reads on behind its own back: the second run is held against so many milliseconds, after this pause. */
  seenBefore?: { below: number; pause: number };
}

const hookCases: readonly HookCase[] = [
  {
    hook: "handover pre",
    input: { hook_event_name: "PreCompact", trigger: "auto" },
    done: (_, config, sessionId) => existsSync(join(config, "handovers", `${sessionId}.md`)),
  },
  {
    hook: "handover post",
    input: { hook_event_name: "SessionStart", source: "compact" },
    done: (output) => output.startsWith("# Hand-over"),
  },
  {
    hook: "reinvoke --only all",
    input: { hook_event_name: "SessionStart", source: "compact" },
    done: (output) => output.includes("hookSpecificOutput"),
  },
  {
    // These sessions end behind their compaction, so the hook would wait for the one that it is told of.
    hook: "telemetry --wait 0",
    input: { hook_event_name: "PostCompact", trigger: "auto", compact_summary: "Sum." },
    done: (_, config, sessionId) =>
      readFileSync(join(config, "tidemark", "compactions.ndjson"), "utf8").includes(sessionId),
  },
  {
    hook: "forecast --stop --at 1",
    input: { hook_event_name: "Stop", stop_hook_active: false },
    done: (output) => output === "" || output.includes("systemMessage"),
  },
  {
    hook: "forecast --status-line",
    input: {},
    done: (output) => output.startsWith("compaction would lose"),
    seenBefore: { below: 100, pause: 2000 },
  },
];

interface Session {
  sessionId: string;
  what: string;
  path: string;
  /** Milliseconds in which a hook has to be done. */
  below: number;
}

const small = { megabytes: 5, below: 500 };
const largeBelow = 1000;

/** Whole runs of hooks, Node's start included, on sessions that they have not seen before and then on the same again. */
export const hooks: Part = async (bench) => {
  const sessions = sessionsOf(bench);
  const starts: Took[] = [];
  const runs = sessions.flatMap((session) =>
    hookCases.map((one) => ({ session, one, first: [] as Took[], again: [] as Took[] })),
  );
  for (let round = 0; round < bench.scale.rounds; round++) {
    starts.push(wholeProcess("node -e 0", {}, bench.folder));
    for (const { session, one, first, again } of runs) {
      const cache = join(bench.folder, `cache-${session.sessionId}-${one.hook.replaceAll(" ", "-")}-${round}`);
      first.push(runHook(bench, session, one, cache));
      if (one.seenBefore !== undefined) pause(one.seenBefore.pause);
      again.push(runHook(bench, session, one, cache));
    }
  }
  const rows = runs.map(({ session, one, first, again }) => ({
    hook: `\`${one.hook}\``,
    transcript: session.what,
    MB: figure(statSync(session.path).size / 1e6),
    ...times(first),
    "again, ms": middle(again, "ms"),
    "peak MB": middle(first, "peak"),
    ...goal(middle(one.seenBefore === undefined ? first : again, "ms") ?? Number.NaN, {
      below: one.seenBefore?.below ?? session.below,
      unit: " ms",
    }),
  }));
  const about = `the whole program, Node's start included; first: nothing is known of the transcript yet; medians of ${bench.scale.rounds} rounds`;
  return [{ name: "hooks", about, rows: [...rows, { hook: "`node -e 0`", ...times(starts) }] }];
};

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const times = (took: Took[]): Record<string, Cell> => ({
  "first, ms": middle(took, "ms"),
  "of the processor, ms": middle(took, "cpu"),
});

function middle(took: Took[], field: "ms" | "cpu" | "peak"): number | null {
  const values = took.flatMap((one) => one[field] ?? []);
  return values.length === 0 ? null : figure(median(values));
}

function sessionsOf({ folder, scale }: Bench): Session[] {
  const written = (megabytes: number, compactions: boolean): Session => {
    const sessionId = `session-${String(megabytes).replace(".", "-")}${compactions ? "" : "-none"}`;
    const path = join(folder, `${sessionId}.jsonl`);
    writeSession(path, megabytes, { compactions });
    const below = megabytes <= small.megabytes ? small.below : largeBelow;
    return { sessionId, what: compactions ? "with compactions" : "without a compaction", path, below };
  };
  const largest = Math.max(...scale.hookMegabytes);
  return [...scale.hookMegabytes.map((megabytes) => written(megabytes, true)), written(largest, false)];
}

function runHook(
  { folder }: Bench,
  { sessionId, path }: Session,
  { hook, input, done }: HookCase,
  cache: string,
): Took {
  const config = join(folder, "config");
  const given = join(folder, "hook.json");
  writeFileSync(given, JSON.stringify({ session_id: sessionId, transcript_path: path, ...input }));
  const env = { CLI: cli, GIVEN: given, CLAUDE_CONFIG_DIR: config, XDG_STATE_HOME: config, XDG_CACHE_HOME: cache };
  const took = wholeProcess(`node "$CLI" ${hook} < "$GIVEN"`, env, folder);
  if (!done(took.output, config, sessionId))
    throw new Error(`${hook} did nothing for ${path}: ${took.output.slice(0, 300)}`);
  return took;
}
