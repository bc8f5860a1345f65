import { compareVersions } from "../../schemas/versions/compare.js";
import { recording } from "../../schemas/versions/recording.js";
import type { Event, Hook } from "../timeline/event.js";
import { type Owner, ownersOf } from "../timeline/hook-owners.js";
import { type HookRun, hookRunsOf } from "../timeline/hook-runs.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { matches, occasionsOf } from "./hook-occasions.js";
import type { ConfiguredHook } from "./hook-settings.js";
import { derived, inferred, type Judgement, observed, type Row, rowOf, unknown } from "./row.js";

/** One run of a hook, or a configured hook that never ran. That it ran, its exit code and what it delivered are three facts. */
export interface HookRow extends Row {
  chain: string;
  event: string | null;
  matcher: string | null;
  command: string | null;
  /** As recorded; null where no result is recorded. */
  exitCode: number | null;
  durationMs: number | null;
  /** False for a configured hook without a run; null where hooks of its event leave no record. */
  ran: boolean | null;
  /** Characters (UTF-16 units) of its standard output; null where that is not recorded. */
  writtenChars: number | null;
  /** Characters that were put before the model: of the record's `content`, never of the output; null where no record would say. */
  deliveredChars: number | null;
  /** True where the model got a preview and a path in place of what the hook wrote. */
  truncated: boolean;
  /** True where the output opens like JSON, which the program reads as fields and does not deliver as text. */
  json: boolean;
  /** uuid of the record it belongs to: a tool call's, a boundary's, a message's. */
  owner: string | null;
  ownerLine: number | null;
  /** What showed the owner. */
  ownerRule: Owner["rule"] | null;
  /** Ordinal of the boundary that it ran for; null for every other hook. */
  boundary: number | null;
  line: number | null;
}

/** What `hooks` is told beside the timeline. */
export interface HooksOptions {
  /** Hooks that a settings file names, as `hooksOfSettings` lists them: those without a run get a row. */
  configured?: readonly ConfiguredHook[];
}

/**
 * Answers which hooks ran, for what, and what of their output reached the model: one row for each run.
 *
 * A run belongs to exactly one record. `boundary` is set for the `SessionStart` hooks of a compaction alone. What a hook
 * shows to the person (`systemMessage`) is not delivered.
 *
 * A configured hook without a run cites the first and the last record of an occasion for it.
 *
 * Known gaps: PreCompact, PostCompact, SessionEnd and Notification leave no record; from 2.1.11 to 2.1.81 a start is all
 * there is; a list of Stop hooks gives no exit code; settings may have changed since the session.
 *
 * @example
 * hooks(timeline).map((row) => [row.matcher, row.boundary, row.deliveredChars]); // => [["startup", null, 26], ["compact", 1, 26], ["compact", 2, 26]]
 */
export function hooks(timeline: Timeline, { configured = [] }: HooksOptions = {}): HookRow[] {
  const whole = wholeOf(timeline);
  const stands = standsIn(timeline);
  const runs = hookRunsOf(whole);
  const ownerOf = ownersOf(whole);
  const rows = runs
    .filter(({ records }) => stands(records[0] as Hook))
    .map((run) => runRow(timeline, run, ownerOf(run)));
  const idle = configured.filter((hook) => !runs.some((run) => isRunOf(run, hook)));
  return [...rows, ...idle.map((hook) => idleRow(whole, hook))];
}

function runRow(timeline: Timeline, run: HookRun, owner: Owner): HookRow {
  const { event, matcher, command, durationMs, chain, records, result } = run;
  const [first, ...more] = records as [HookRun["records"][number], ...HookRun["records"]];
  const written = result?.written ?? null;
  const delivered = run.delivered.reduce((chars, one) => chars + (one.delivered?.length ?? 0), 0);
  return {
    chain,
    event,
    matcher,
    command,
    exitCode: result?.exitCode ?? null,
    durationMs,
    ran: true,
    writtenChars: written?.chars ?? null,
    deliveredChars: result === null && run.delivered.length === 0 ? null : delivered,
    truncated: run.delivered.some((one) => one.spilled && !isWhole(one.delivered ?? "", one.written)),
    json: written?.text.startsWith("{") ?? false,
    owner: owner.record?.place.uuid ?? null,
    ownerLine: owner.record?.place.line ?? null,
    ownerRule: owner.rule,
    boundary: owner.boundary?.ordinal ?? null,
    line: first.place.line,
    ...rowOf(timeline, first, judgementOf(run, owner), ...more, ...(owner.record === null ? [] : [owner.record])),
  };
}

/** Equal up to white space at the end; of a long output the head and the length are compared. */
function isWhole(delivered: string, written: HookRun["records"][number]["written"]): boolean {
  if (written === null) return false;
  if (written.whole) return delivered.trimEnd() === written.text.trimEnd();
  return (
    delivered.startsWith(written.text) && delivered.length <= written.chars && written.chars - delivered.length < 8
  );
}

function judgementOf({ result, guessed, records }: HookRun, { rule }: Owner): Judgement {
  if (result === null && records.every((one) => one.carrier !== "hook_progress" && one.carrier !== "stop_hook_summary"))
    return inferred("The run itself left no record; it is known by what it brought about.");
  if (guessed)
    return inferred("A record that names no single run was taken for it because it is the nearest one of that event.");
  if (rule === "position") return inferred("No id and no parent names an owner; the nearest message is taken.");
  return rule === "boundary" ? derived("The record stands in the cluster of the boundary.") : observed;
}

/** Events whose hooks leave no record (public transcripts of CLI 1.0.17 to 2.1.293, 2026-11-29). */
const silent: ReadonlySet<string> = new Set(["PreCompact", "PostCompact", "SessionEnd", "Notification"]);

function idleRow(timeline: Timeline, hook: ConfiguredHook): HookRow {
  const { event, matcher, command } = hook;
  const noRecord = silent.has(event) || !timeline.versions.some(recordsHooks);
  const occasions = occasionsOf(timeline, hook);
  const ends = occasions === null ? [] : [...occasions.slice(0, 1), ...occasions.slice(1).slice(-1)];
  const why = noRecord
    ? silent.has(event)
      ? `Hooks of ${event} leave no record, so nothing shows whether it ran`
      : "The CLI versions of this session record no hook runs"
    : "No record of a run is in the transcript, and settings may have changed since";
  const judgement = (noRecord ? unknown : inferred)(`${why}; ${occasionsIn(occasions)}.`);
  return {
    sessionId: timeline.sessionId,
    at: null,
    grade: judgement.grade,
    evidence: ends.map(({ place }) => place),
    why: judgement.why,
    chain: "main",
    event,
    matcher,
    command,
    exitCode: null,
    durationMs: null,
    ran: noRecord ? null : false,
    writtenChars: null,
    deliveredChars: null,
    truncated: false,
    json: false,
    owner: null,
    ownerLine: null,
    ownerRule: null,
    boundary: null,
    line: null,
  };
}

function occasionsIn(occasions: Event[] | null): string {
  if (occasions === null) return "no kind of record shows its occasions, so there is no line to cite";
  if (occasions.length === 0) return "no record shows an occasion for it, so there is no line to cite";
  return occasions.length === 1
    ? "one record shows an occasion for it"
    : `${occasions.length} records show occasions for it, of which the first and the last are cited`;
}

function recordsHooks(version: string): boolean {
  const since = recording.get("progress/hook_progress")?.firstSeen;
  return since !== undefined && compareVersions(version, since) >= 0;
}

const isRunOf = (run: HookRun, { event, matcher, command }: ConfiguredHook): boolean =>
  run.event === event && run.command === command && matches(matcher, run.matcher);
