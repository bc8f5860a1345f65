import type { Command } from "commander";
import { TranscriptError } from "../read/transcript-error.js";
import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { type Cell, table } from "../show/table.js";
import { wrapWords } from "../show/text-width.js";
import type { CompactionGroup, CompactionTotal } from "../systems/telemetry/compaction-totals.js";
import { endAsHook } from "./end-with.js";
import { pathGiven } from "./path-given.js";
import { jsonRows } from "./print-json.js";
import { readBy } from "./read-by.js";
import { runHook } from "./run-hook.js";
import { complain, type Terminal } from "./terminal.js";
import { tried } from "./tried.js";
import { addWidth } from "./width-option.js";

interface Given {
  file?: string;
  private?: boolean;
  wait?: number;
  by?: CompactionGroup[];
  zone?: string;
  json?: boolean;
}

/** So long after the start of the program it stops to wait: a hook should answer within a second. */
const promptMs = 800;

/** Adds `telemetry`: a hook that writes a line for each compaction, and the report of these lines. */
export function addTelemetry(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const command = program
    .command("telemetry")
    .exitOverride(endAsHook(program))
    .summary("hook: a line for each compaction; their report")
    .description(
      "As a PostCompact hook: appends one line with the numbers of the compaction that has just happened, and nothing that was said. telemetry report: how often sessions compact, how much they shed, which skills were in use.",
    )
    .usage("[report] [options]")
    .argument("[report]", "sum up what was written; default: answer the hook on standard input")
    .option(
      "--file <file>",
      "where the lines are (default: tidemark/compactions.ndjson below $XDG_STATE_HOME or ~/.local/state)",
      readBy(pathGiven),
    )
    .option("--private", "hook: write a fingerprint in place of the project's name")
    .option(
      "--wait <ms>",
      "hook: for a boundary that is not written yet (default: until 800 ms after the start)",
      readBy(milliseconds),
    )
    .option("--by <groups>", "report: day, project, session, trigger, version, skill (default: day,project)", groups)
    .option("--zone <name>", "report: time zone of the days, such as Europe/London (default: the local one)")
    .option("--json", "report: print one JSON array of rows and nothing else");
  addWidth(command);
  command
    .addHelpText(
      "after",
      "\ndropped is a sum; before, kept % and apart are medians.\n\nSet-up (shows what would change; with --yes it does it):\n  tidemark setup telemetry --write ~/.claude/settings.json\n\nExample:\n  tidemark telemetry report --by project,skill",
    )
    .action(async (what: string | undefined, given: Given) => {
      end(
        what === undefined
          ? await runHook(terminal, "telemetry", async (input) => {
              const { recordCompaction } = await import("../systems/telemetry/record-compaction.js");
              const { wait = Math.max(0, promptMs - performance.now()), ...options } = given;
              const { problems } = await recordCompaction(input, { ...options, waitMs: wait });
              if (problems.length > 0) throw new Error(problems.join("; "));
            })
          : await tried(terminal, () => report(terminal, what, given)),
      );
    });
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 10_000)
    throw new RangeError("Give whole milliseconds from 0 to 10000.");
  return value;
}

const groups = (text: string, before: CompactionGroup[] = []): CompactionGroup[] => [
  ...before,
  ...(text.split(",").map((group) => group.trim()) as CompactionGroup[]),
];

async function report(terminal: Terminal, what: string, given: Given): Promise<boolean> {
  if (what !== "report")
    throw new TranscriptError(
      "wrong-option",
      `telemetry knows no ${what}; write telemetry report, or nothing for the hook`,
    );
  const [{ compactionRecords }, { compactionTotals }] = await Promise.all([
    import("../systems/telemetry/compaction-records.js"),
    import("../systems/telemetry/compaction-totals.js"),
  ]);
  const { file, by, zone, json = false } = given;
  // What is asked is refused before anything is looked up.
  compactionTotals([], by, zone);
  const { records, damaged } = await compactionRecords(file === undefined ? {} : { file });
  const rows = compactionTotals(records, by, zone);
  if (damaged > 0)
    complain(terminal, `${plural(damaged, "line")} can't be read and ${damaged === 1 ? "is" : "are"} left out`);
  terminal.stdout.write(json ? jsonRows(rows) : shown(rows, terminal.columns ?? 80));
  return true;
}

function shown(rows: CompactionTotal[], width: number): string {
  if (rows.length === 0) return "no compaction\n";
  const column = (of: (row: CompactionTotal) => Cell | undefined): Cell[] => rows.map((row) => of(row) ?? null);
  const [heads, ...lines] = table(
    {
      day: column((row) => row.day),
      project: column((row) => row.project),
      session: column((row) => row.session),
      trigger: column((row) => row.trigger),
      version: column((row) => row.version),
      skill: column((row) => row.skill),
      count: column((row) => row.compactions),
      sessions: column((row) => row.sessions),
      auto: column((row) => row.auto),
      dropped: column((row) => row.droppedTokens),
      before: column((row) => rounded(row.preTokens)),
      "kept %": column((row) => rounded(row.keptShare === null ? null : row.keptShare * 100)),
      apart: column((row) => (row.sinceLastMs === null ? null : `${count(Math.round(row.sinceLastMs / 60_000))} min`)),
    },
    width,
  );
  const withSkills = lines.flatMap((line, at) => {
    const { skill, skills } = rows[at] as CompactionTotal;
    return skill !== undefined || skills === null
      ? [line]
      : [line, ...wrapWords(plainText(`skills: ${skills}`), width - 4).map((text) => `    ${text}`)];
  });
  const waiting = rows.reduce((sum, row) => sum + row.notRecorded, 0);
  const note =
    waiting === 0
      ? []
      : ["", `${plural(waiting, "compaction")} without numbers: no transcript shows the boundary (yet).`];
  return `${[heads, ...withSkills, ...note].join("\n")}\n`;
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value));
