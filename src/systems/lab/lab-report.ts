import { basename, join, resolve } from "node:path";
import { compareVersions } from "../../../schemas/versions/compare.js";
import { openTimeline } from "../../node/open-timeline.js";
import { type BoundaryRow, boundaries } from "../../queries/boundaries.js";
import { type ClaimRow, claims } from "../../queries/claims.js";
import { type CarrierMarkersRow, markersByCarrier } from "../../queries/trace.js";
import { usage } from "../../queries/usage.js";
import { TranscriptError } from "../../read/transcript-error.js";
import type { Timeline } from "../../timeline/timeline.js";
import { answerOf, type LabAnswerRow } from "./answers.js";
import { changesOf, type LabChange } from "./compare-versions.js";
import { nameOf, type Spent, spentOn } from "./cost.js";
import { isLab } from "./lab-plan.js";
import { countedRuns, type RunManifest, readManifests } from "./manifest.js";
import { type Marks, patternOf } from "./marks.js";
import { notMeasured } from "./not-measured.js";
import { type LabRow, observe, type Probed, probed } from "./observe.js";
import { compacts, shapeOf, shapes } from "./shapes.js";

/** One run: how it went, and what it used. */
export interface LabRun {
  run: string;
  shape: string;
  about: string;
  state: RunManifest["state"];
  problem: string | null;
  /** As the record says; null without one. */
  cliVersion: string | null;
  processes: number;
  /** US dollars; null where a session did not tell. */
  costUsd: number | null;
  startedAt: string;
  compactions: number;
}

/** The numbers of one compaction, with the run that it belongs to. */
export interface LabNumbersRow extends BoundaryRow {
  name: string;
}

/** An attachment after a boundary that holds a number or is of a kind that could, with the run that it belongs to. */
export interface LabCarrierRow extends CarrierMarkersRow {
  run: string;
  /** The numbers by their place, such as `root (new)`. */
  holds: string[];
}

/** What a laboratory shows; every list is flat and JSON-safe. */
export interface LabReport {
  /** CLI versions on the records of the runs, oldest first. */
  versions: string[];
  models: string[];
  runs: LabRun[];
  rows: LabRow[];
  carriers: LabCarrierRow[];
  filesAgain: { run: string; files: string[]; references: string[] }[];
  answers: LabAnswerRow[];
  numbers: LabNumbersRow[];
  /** Claims of documentation and articles that these runs put to the test. */
  claims: ClaimRow[];
  changes: LabChange[];
  /** Marked texts by shape that two versions were compared in, those without a change included. */
  compared: number;
  notMeasured: string[];
  spent: Spent;
  problems: string[];
}

/**
 * Reports what the runs of one or more laboratories show: facts from their transcripts alone, with grade and lines.
 *
 * Of a run that was made several times the last whole attempt counts. What can't be read is told in `problems` and stops
 * nothing. Throws a `TranscriptError` where a folder is no laboratory.
 *
 * Known gaps: obedience is not measured; what left no record is not seen.
 */
export async function labReport(folders: string | readonly string[]): Promise<LabReport> {
  const paths = (typeof folders === "string" ? [folders] : [...folders]).map((folder) => resolve(folder));
  const [first] = paths;
  if (first === undefined) throw new TranscriptError("wrong-option", "No folder is named: pass that of a laboratory.");
  const all: RunManifest[] = [];
  const problems: string[] = [];
  const sessions: Probed[] = [];
  const runs: LabRun[] = [];
  for (const folder of paths) {
    if (!isLab(folder))
      throw new TranscriptError(
        "unreadable-file",
        `${folder}: no laboratory; make one with tidemark lab run, or check the path`,
      );
    const kept = readManifests(folder);
    problems.push(...kept.problems);
    for (const run of kept.runs) all.push(run);
    for (const run of countedRuns(kept.runs).sort(inOrder)) {
      // The same names stand in every laboratory.
      const named =
        paths.length === 1 ? run : { ...run, run: `${shareNames(paths) ? folder : basename(folder)}/${run.run}` };
      const found = await sessionsOf(named, folder, problems);
      sessions.push(...found);
      runs.push(runOf(named, found));
    }
  }
  problems.push(...runs.flatMap(problemsOf), ...sessions.flatMap(flawsOf));
  const main = sessions.filter(({ role }) => role === "main");
  const rows = sessions.filter(isAnswered).flatMap(observe);
  return {
    versions: versionsOf(sessions),
    models: [...new Set(usage(sessions.map(({ timeline }) => timeline)).flatMap(({ model }) => model ?? []))].sort(),
    runs,
    rows,
    carriers: main.flatMap(carriersOf),
    filesAgain: main.flatMap(filesAgainOf),
    answers: sessions.filter(({ run }) => run.state === "done").map(answerOf),
    numbers: main.flatMap(({ run, timeline }) => boundaries(timeline).map((row) => ({ name: run.run, ...row }))),
    claims: claims(main.map(({ timeline }) => timeline)).filter(({ n }) => n > 0),
    ...changesOf(rows),
    notMeasured: notMeasured(
      runs,
      main.flatMap(({ timeline }) => boundaries(timeline)),
    ),
    spent: spentOn(all),
    problems,
  };
}

/** The runs of a shape together, in the order of the shapes. */
const inOrder = (a: RunManifest, b: RunManifest): number =>
  shapes.findIndex(({ name }) => name === a.shape) - shapes.findIndex(({ name }) => name === b.shape) ||
  a.run.localeCompare(b.run, "en", { numeric: true });

const shareNames = (paths: string[]): boolean => new Set(paths.map((path) => basename(path))).size < paths.length;

/** The sessions of a run whose transcripts can be read. */
async function sessionsOf(run: RunManifest, folder: string, problems: string[]): Promise<Probed[]> {
  const sessions: Probed[] = [];
  for (const { role, file } of run.sessions) {
    if (file === null) continue;
    // The manifest is a file like any other: it names nothing outside of its folder.
    if (!/^transcripts\/[\w.-]+\.jsonl$/.test(file)) {
      problems.push(`${nameOf(run)}: ${file} is no transcript of this laboratory`);
      continue;
    }
    try {
      const timeline: Timeline = await openTimeline(join(folder, file), { subagents: false, payload: "full" });
      sessions.push(probed(run, role, timeline));
    } catch (error) {
      if (!TranscriptError.isInstance(error)) throw error;
      problems.push(`${nameOf(run)}: ${error.message}`);
    }
  }
  return sessions;
}

function runOf(run: RunManifest, sessions: Probed[]): LabRun {
  const main = sessions.find(({ role }) => role === "main");
  const { usd, unknownIn } = spentOn([run]);
  return {
    run: run.run,
    shape: run.shape,
    about: shapeOf(run.shape)?.about ?? "a shape that this version does not know",
    state: run.state,
    problem: run.problem,
    cliVersion: main?.cliVersion ?? null,
    processes: run.processes,
    costUsd: unknownIn.length > 0 ? null : usd,
    startedAt: run.startedAt,
    compactions: main === undefined ? 0 : boundaries(main.timeline).filter(({ kind }) => kind === "compact").length,
  };
}

function problemsOf(run: LabRun): string[] {
  const shape = shapeOf(run.shape);
  if (run.state !== "done")
    return [
      `${run.run} is ${run.state === "running" ? "not finished" : run.state}: ${run.problem ?? "no reason was written down"}`,
    ];
  if (shape !== undefined && compacts(shape) && run.compactions === 0) return [`${run.run} met no compaction`];
  if (shape !== undefined && !compacts(shape) && run.compactions > 0)
    return [`${run.run} met a compaction, which its shape has not`];
  return [];
}

/** Before its probe is answered, what comes with the next prompt has had no occasion to come. */
const isAnswered = ({ run, turn }: Probed): boolean => run.state === "done" && turn !== null;

/** What makes a session less than what its shape wants it to be. */
function flawsOf({ run, role, timeline, turn, cut, seen }: Probed): string[] {
  const flaws: string[] = [];
  const name = role === "main" ? run.run : `${run.run}, control`;
  if (turn === null && run.state === "done")
    flaws.push(`${name}: the record has no turn with the probe, so nothing is judged`);
  if ((turn?.toolCalls ?? 0) > 0) flaws.push(`${name}: the model used tools to answer the probe`);
  if (cut !== null && cut.boundary > 1)
    flaws.push(`${name}: ${cut.boundary} compactions stand before the probe; the last one is judged`);
  const recorded = timeline.versions.at(-1);
  if (recorded !== undefined && run.cliVersion !== null && recorded !== run.cliVersion)
    flaws.push(`${name}: the program says ${run.cliVersion}, its record ${recorded}`);
  const drawn = new Set(Object.values(run.marks.numbers).flat());
  const strange = [...new Set(seen.map(({ marker }) => marker))].filter((marker) => !drawn.has(marker));
  if (strange.length > 0)
    flaws.push(`${name}: numbers stand in context that the laboratory did not write: ${strange.join(", ")}`);
  return flaws;
}

/** Records that the article shows whether they hold a number or not. */
const shown: ReadonlySet<string> = new Set(["file", "invoked_skills", "instructions", "skill_listing", "hook_success"]);

function carriersOf({ run, timeline }: Probed): LabCarrierRow[] {
  const rows = markersByCarrier(timeline, [patternOf(run.marks as Marks)]);
  return rows
    .filter(({ chain, markers, carrier }) => chain === "main" && (markers !== "" || shown.has(carrier)))
    .map((row) => ({
      ...row,
      run: run.run,
      holds: row.markers === "" ? [] : row.markers.split(" ").map((marker) => placeOf(run, marker)),
    }));
}

/** A number as people know it: `root (new)`. */
function placeOf({ marks, edited }: RunManifest, marker: string): string {
  const found = Object.entries(marks.numbers).find(([, pair]) => pair.includes(marker));
  if (found === undefined) return marker;
  const [place, [first]] = found;
  return !edited || place === "message" ? place : `${place} (${marker === first ? "old" : "new"})`;
}

function filesAgainOf({ run, cut, returned }: Probed): LabReport["filesAgain"] {
  if (cut === null) return [];
  const named = (item: string): string[] =>
    returned
      .filter((row) => row.item === item && row.phase === "boundary")
      .map(({ name }) => (name ?? "not named").replace(`${run.directory}/`, ""));
  return [{ run: run.run, files: named("file"), references: named("file-reference") }];
}

const versionsOf = (sessions: Probed[]): string[] =>
  [...new Set(sessions.flatMap(({ cliVersion }) => cliVersion ?? []))].sort(compareVersions);
