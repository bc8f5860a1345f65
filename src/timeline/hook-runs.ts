import type { Hook } from "./event.js";
import { objectOf, textOf } from "./fields.js";
import type { Timeline } from "./timeline.js";

/** One run of a hook, put together from the records about it. */
export interface HookRun {
  event: string | null;
  matcher: string | null;
  command: string | null;
  durationMs: number | null;
  chain: string;
  /** Compactions of the chain before it. */
  segment: number;
  /** Which start of its chain a `SessionStart` hook ran at, from 1; 0 for other hooks. */
  start: number;
  /** Runs of the same command, or without a known one, that came before it at the same start or in the same segment. */
  repeats: number;
  /** The records about it, the most telling first. */
  records: Hook[];
  /** The record of how it ended; null where only its start, a listed Stop hook, or its text is recorded. */
  result: Hook | null;
  /** Records whose text was put before the model. */
  delivered: Hook[];
  /** True where a record belongs to it by nearness alone. */
  guessed: boolean;
}

const results: ReadonlySet<string> = new Set([
  "hook_success",
  "hook_non_blocking_error",
  "hook_blocking_error",
  "hook_cancelled",
  "hook_error_during_execution",
]);

/** Runs of one event among which the owner of a record is looked for: it stands close behind its run. */
const nearRuns = 100;

/**
 * Puts the records about hooks together: one run for each result, start or listed Stop hook that no other record shows.
 *
 * A start (`hook_progress`), an entry of `stop_hook_summary` and the result belong together by `toolUseID` and command,
 * one to one, so that equal commands stay runs of their own. An additional context belongs to the run whose JSON printed
 * that text, else to one with the same `toolUseID`, else to the nearest run of that event without text; all within one
 * segment and, where only nearness speaks for it, within one start of the session. The `toolUseID` of a `SessionStart`
 * hook's context is the name of the event (public transcripts, 2026) and names no run.
 */
export function hookRunsOf(timeline: Timeline): HookRun[] {
  const runs: HookRun[] = [];
  const byEvent = new Map<string, HookRun[]>();
  const startOf = startsOf(timeline);
  for (const event of timeline.events) if (event.kind === "hook") take(event);
  return runs;

  function take(hook: Hook): void {
    const ofEvent = byEvent.get(`${hook.chain}\n${hook.event}`)?.slice(-nearRuns) ?? [];
    const near = ofEvent.filter((run) => run.segment === hook.segment);
    if (hook.carrier === "stop_hook_summary") {
      const open = near.filter(
        (run) => sameCall(run, hook) && !run.records.some((one) => one.carrier === hook.carrier),
      );
      joinOrStart(hook, hook.command, open);
    } else if (hook.carrier === "hook_progress") start(hook, hook.command);
    else if (results.has(hook.carrier)) {
      const begun = near.filter((run) => run.result === null && sameCall(run, hook) && run.matcher === hook.matcher);
      joinOrStart(hook, hook.command, begun);
    } else if (hook.carrier === "async_hook_response") {
      // It may come long after its start, behind a boundary too.
      const named = idOf(hook) !== null;
      const open = (named ? ofEvent : near).filter(
        (run) => run.result === null && (!named || sameCall(run, hook)) && mayMatch(run, hook),
      );
      join(open[open.length - 1] ?? start(hook, hook.command), hook, !named);
    } else effect(hook, near);
  }

  /** A record of what a run brought about; a run that left nothing else is known by it alone. */
  function effect(hook: Hook, near: HookRun[]): void {
    const open = near.filter(
      (run) => mayMatch(run, hook) && !run.delivered.some((one) => one.carrier === hook.carrier || idOf(hook) === null),
    );
    const untold = open.filter((run) => run.delivered.length === 0);
    const printed = untold.findLast((run) => printedBy(run, hook));
    const named = open.filter((run) => sameCall(run, hook));
    const sameId = named.findLast((run) => run.delivered.length === 0) ?? named[named.length - 1];
    const beside = untold.findLast((run) => run.start === (startOf.get(hook) ?? 0));
    join(printed ?? sameId ?? beside ?? start(hook, null), hook, printed === undefined && named.length !== 1);
  }

  function joinOrStart(hook: Hook, command: string | null, open: HookRun[]): void {
    const at = open.findIndex((run) => run.command === command);
    const run = at < 0 ? start(hook, command) : (open.splice(at, 1)[0] as HookRun);
    join(run, hook, false);
  }

  function join(run: HookRun, hook: Hook, guessed: boolean): void {
    if (!run.records.includes(hook)) run.records.push(hook);
    if (guessed && run.records.length > 1) run.guessed = true;
    if (results.has(hook.carrier) || hook.carrier === "async_hook_response") {
      run.result = hook;
      run.records = [hook, ...run.records.filter((one) => one !== hook)];
    }
    run.durationMs = hook.durationMs ?? run.durationMs;
    run.matcher ??= hook.matcher;
    if (hook.delivered !== null && !run.delivered.includes(hook)) run.delivered.push(hook);
  }

  function start(hook: Hook, command: string | null): HookRun {
    const { event, matcher, durationMs, chain, segment } = hook;
    const key = `${chain}\n${event}`;
    const same = byEvent.get(key) ?? [];
    byEvent.set(key, same);
    const at = startOf.get(hook) ?? 0;
    const run: HookRun = {
      event,
      matcher,
      command,
      durationMs,
      chain,
      segment,
      start: at,
      repeats: same.filter((run) => run.start === at && run.segment === segment && run.command === command).length,
      records: [hook],
      result: null,
      delivered: [],
      guessed: false,
    };
    runs.push(run);
    same.push(run);
    return run;
  }
}

/** The id of the call or the start that a record belongs to; the bare name of the event is none. */
const idOf = ({ toolUseId, event }: Hook): string | null => (toolUseId === event ? null : toolUseId);

const sameCall = (run: HookRun, hook: Hook): boolean =>
  idOf(hook) !== null && run.records.some((one) => one.toolUseId === hook.toolUseId);

const mayMatch = (run: HookRun, hook: Hook): boolean =>
  run.matcher === null || hook.matcher === null || run.matcher === hook.matcher;

/** Numbers the starts of each chain by the rows of `SessionStart` hooks: a reply, a boundary or another matcher parts them. */
function startsOf({ events }: Timeline): Map<Hook, number> {
  const starts = new Map<Hook, number>();
  const last = new Map<string, { start: number; matcher: string | null; over: boolean }>();
  for (const event of events) {
    const at = last.get(event.chain) ?? { start: 0, matcher: null, over: true };
    if (event.kind === "hook" && event.event === "SessionStart") {
      const other = event.matcher !== null && at.matcher !== null && event.matcher !== at.matcher;
      const start = at.over || other ? at.start + 1 : at.start;
      const matcher = start === at.start ? (event.matcher ?? at.matcher) : event.matcher;
      last.set(event.chain, { start, matcher, over: false });
      starts.set(event, start);
    } else if (event.kind === "boundary" || (event.kind === "reply" && !event.synthetic)) at.over = true;
  }
  return starts;
}

/** Characters of the head by which a preview is known to be that of a printed text. */
const headChars = 500;

/** True where the run printed this text as its additional context, in the JSON of its standard output. */
function printedBy(run: HookRun, { delivered, spilled }: Hook): boolean {
  const printed = additionalContext(run.result?.written?.text ?? "")?.trim() ?? "";
  if (printed === "" || delivered === null) return false;
  return delivered.trim() === printed || delivered.includes(spilled ? printed.slice(0, headChars) : printed);
}

/** The text stands in `hookSpecificOutput`, or at the top of the object (documentation of hooks, 2026-08-22). */
function additionalContext(stdout: string): string | null {
  if (!stdout.trimStart().startsWith("{")) return null;
  try {
    const output = objectOf(JSON.parse(stdout));
    return textOf(objectOf(output?.hookSpecificOutput)?.additionalContext) ?? textOf(output?.additionalContext);
  } catch {
    return null;
  }
}
