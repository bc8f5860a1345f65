import { plural } from "../../show/count.js";
import { cameBack, isJudged } from "./came-back.js";
import type { LabReport, LabRun } from "./lab-report.js";
import { type Place, places } from "./marks.js";
import type { LabRow } from "./observe.js";
import { list, mark, placeNames, type Section, table } from "./section.js";

/** The report as headings and tables, in the order of the published measurement. */
export function sectionsOf(report: LabReport): Section[] {
  return [
    changes(report),
    cameBack(report),
    carriers(report),
    controls(report),
    losses(report),
    summaries(report),
    answers(report),
    claims(report),
    numbers(report),
    files(report),
    runs(report),
    list("Not measured", null, report.notMeasured),
    list(
      "Problems",
      "What makes a run less than its shape wants it to be, and what could not be read.",
      report.problems,
    ),
  ].filter(({ rows, list }) => rows.length > 0 || list.length > 0);
}

/** One line that says what was run. */
export function headline({ versions, models, runs, numbers, answers, spent }: LabReport): string {
  const dates = [...new Set(runs.map(({ startedAt }) => startedAt.slice(0, 10)))].sort();
  return [
    `Claude Code ${versions.join(" and ") || "of unknown version"}`,
    models.join(", ") || "model not recorded",
    plural(spent.processes, "process", "processes"),
    plural(numbers.length, "compaction"),
    plural(answers.filter(({ same }) => same !== null).length, "probe"),
    costOf(spent.usd, spent.unknownIn.length > 0),
    [dates[0], dates.at(-1)].filter((date, at, all) => date !== undefined && all.indexOf(date) === at).join(" to "),
  ].join(" · ");
}

const costOf = (usd: number, isLess: boolean): string => `${isLess ? "at least " : ""}$${usd.toFixed(2)}`;

function changes({ changes, compared, versions }: LabReport): Section {
  const title = "Between versions";
  if (versions.length > 1 && changes.length === 0)
    return list(title, null, [
      compared === 0
        ? "No shape was run with two versions, so nothing is compared."
        : `In ${compared} marked texts, shape by shape, no version differs from the one before it.`,
    ]);
  return table(
    title,
    "Each marked text by shape, where two versions differ. A regression: it came back in every run of the older version, and in none of the newer one. With few runs chance looks like a change.",
    ["Shape", "Marked text", "From", "To", "Change"],
    changes.map(({ shape, place, from, to, change, before, after }) => [
      shape,
      placeNames[place],
      `${from}: ${before.back} of ${before.of}${waysIn(before.ways)}`,
      `${to}: ${after.back} of ${after.of}${waysIn(after.ways)}`,
      change,
    ]),
  );
}

const waysIn = (ways: string[]): string => (ways.length === 0 ? "" : ` (${ways.join("; ")})`);

function carriers({ carriers }: LabReport): Section {
  return table(
    "What followed each boundary, run by run",
    "The attachments after the boundary, to the end of the session: files, skills, instructions, listings and hooks, and whatever else holds a number.",
    ["Run", "Line", "Record", "Name", "Numbers"],
    carriers.map(({ run, line, carrier, label, holds }) => [
      run,
      String(line),
      carrier,
      label ?? "",
      holds.sort().join(", "),
    ]),
  );
}

function controls({ rows }: LabReport): Section {
  const own = rows.filter(({ boundary }) => boundary === null);
  const keys = [...new Set(own.map(({ run, place }) => JSON.stringify([run, place])))];
  return table(
    "Without a compaction",
    "What stood in context at a probe with no boundary before it: the controls.",
    ["Run", "Marked text", "In context"],
    keys.map((key) => {
      const [run, place] = JSON.parse(key) as [string, Place];
      const seen = own.filter((row) => row.run === run && row.place === place);
      const texts = seen.map(({ fate, text, source, line }) =>
        fate === "in context"
          ? `${text === "only" || text === null ? "" : `${text} text, `}${source}, line ${line}`
          : fate,
      );
      return [run, placeNames[place], texts.join("; ")];
    }),
  );
}

function losses({ rows }: LabReport): Section {
  const lost = rows.filter(({ fate, place }) => fate === "lost" || (fate === "summary only" && place !== "message"));
  return table(
    "What did not come back",
    "What no record but the summary holds after the boundary (summary only), and what not even the summary holds (lost).",
    ["Run", "Marked text", "Left", "Why", "Line"],
    lost.map(({ run, place, fate, reason, grade, line }) => [
      run,
      placeNames[place],
      fate,
      reason === null ? "" : `${reason}${mark(grade)}`,
      line === null ? "" : String(line),
    ]),
  );
}

/** What a summary keeps is text from before the edit: beside a new one the model has two. */
function summaries({ rows }: LabReport): Section {
  const after = rows.filter(
    (row) => row.role === "main" && row.inSummary !== null && isJudged(row) && row.place !== "hook",
  );
  const runsOf = (some: LabRow[]): number => new Set(some.map(({ run }) => run)).size;
  return table(
    "What the summaries kept",
    "Summaries that say the number of a text, and in how many of these runs a newer text stands beside it.",
    ["Marked text", "In the summary", "Beside a newer text"],
    places.flatMap((place) => {
      const own = after.filter((row) => row.place === place);
      if (own.length === 0) return [];
      const kept = own.filter(({ inSummary }) => inSummary === true);
      const newer = kept.filter(({ text }) => text === "new");
      return [[placeNames[place], `${runsOf(kept)} of ${runsOf(own)}`, String(runsOf(newer))]];
    }),
  );
}

function answers({ answers }: LabReport): Section {
  return table(
    "What the model said, beside the record",
    "The numbers in its answer to the probe, against those that stood in its context.",
    ["Run", "Said", "In the record", "Same", "Only said", "Only in the record"],
    answers.map(({ run, role, said, recorded, same, onlySaid, onlyRecorded }) => [
      role === "main" ? run : `${run}, control`,
      said === null ? "no answer" : String(said),
      String(recorded),
      same === null ? "not known" : same ? "yes" : "no",
      onlySaid.join(", "),
      onlyRecorded.join(", "),
    ]),
  );
}

function claims({ claims }: LabReport): Section {
  return table(
    "Claims of documentation and articles",
    "Those that these runs put to the test; of a failed one, the cases that speak against it are counted.",
    ["Claim", "Of", "Result"],
    [...claims]
      .sort((a, b) => Number(b.id.startsWith("july.")) - Number(a.id.startsWith("july.")))
      .map(({ id, claim, verdict, held, n, date }) => [claim, `${id} (${date})`, `${verdict}, ${held} of ${n}`]),
  );
}

function numbers({ numbers }: LabReport): Section {
  const shown = (value: number | null): string => (value === null ? "" : value.toLocaleString("en-US"));
  return table(
    "Numbers, for the record",
    "As recorded at the boundary; the requests are input, cache read and cache write of the nearest ones.",
    [
      "Run",
      "Trigger",
      "Tokens before",
      "Tokens after",
      "Compaction (ms)",
      "Last request before",
      "First request after",
      "Summary (chars)",
    ],
    numbers.map((row) => [
      row.name,
      row.trigger ?? "",
      shown(row.preTokens),
      shown(row.postTokens),
      shown(row.durationMs),
      shown(row.lastRequestBefore),
      shown(row.firstRequestAfter),
      shown(row.summaryChars),
    ]),
  );
}

function files({ filesAgain }: LabReport): Section {
  return table(
    "Files read again",
    null,
    ["Run", "With text", "By name only"],
    filesAgain.map(({ run, files, references }) => [run, files.join(", "), references.join(", ")]),
  );
}

function runs({ runs, spent }: LabReport): Section {
  const rows = runs.map(({ run, about, state, cliVersion, processes, costUsd, compactions }: LabRun) => [
    run,
    about,
    state === "running" ? "not finished" : state,
    cliVersion ?? "",
    String(processes),
    String(compactions),
    costUsd === null ? "not known" : costOf(costUsd, false),
  ]);
  const total = `All attempts together: ${plural(spent.processes, "process", "processes")}, ${costOf(spent.usd, spent.unknownIn.length > 0)}${
    spent.unknownIn.length > 0 ? `; not known for ${spent.unknownIn.join(", ")}` : ""
  }. As the program tells it.`;
  return table("Runs", total, ["Run", "Shape", "State", "Version", "Processes", "Compactions", "Cost"], rows);
}
