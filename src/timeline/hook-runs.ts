import { isCompaction } from "./clusters.js";
import type { Hook } from "./event.js";
import { eventsOf } from "./events-of.js";
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
  /** Runs of the same command, or without a known one, that came before it at the same start; 0 for other hooks. */
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

const starts: ReadonlySet<string> = new Set(["hook_progress", "stop_hook_summary", "async_hook_response"]);

/** Runs of one event among which the owner of a record is looked for: it stands close behind its run. */
const nearRuns = 100;

/**
 * Puts the records about hooks together: one run for each result, start or listed Stop hook that no other record shows.
 *
 * A start (`hook_progress`), an entry of `stop_hook_summary` and the result belong together by `toolUseID` and command,
 * one to one, so that equal commands stay runs of their own. An additional context belongs to the run whose JSON printed
 * that text, whichever of both was written first, else to one with the same `toolUseID`, else to the nearest run of that event without text: always within one
 * segment, and for `SessionStart` within one start. The `toolUseID` of a `SessionStart`
 * hook's context is the name of the event (public transcripts, 2026) and names no run.
 */
export function hookRunsOf(timeline: Timeline): HookRun[] {
  const runs: HookRun[] = [];
  const byEvent = new Map<string, HookRun[]>();
  const startOf = startsOf(timeline);
  for (const hook of eventsOf(timeline, "hook")) take(hook);
  for (const same of byEvent.values()) countRepeats(same);
  return runs;

  function take(hook: Hook): void {
    const ofEvent = byEvent.get(keyOf(hook))?.slice(-nearRuns) ?? [];
    const near = ofEvent.filter((run) => run.segment === hook.segment && run.start === (startOf.get(hook) ?? 0));
    if (hook.carrier === "stop_hook_summary") {
      const open = near.filter(
        (run) => sameCall(run, hook) && !run.records.some((one) => one.carrier === hook.carrier),
      );
      joinOrStart(hook, hook.command, open);
    } else if (hook.carrier === "hook_progress") start(hook, hook.command);
    else if (results.has(hook.carrier)) {
      const begun = near.filter((run) => run.result === null && sameCall(run, hook) && run.matcher === hook.matcher);
      const early = near.filter((run) => isEffectOnly(run) && mayMatch(run, hook));
      const told = early.find((run) => run.delivered.some((text) => prints(hook, text)));
      const silent = hook.delivered === null && additionalContext(hook) === null;
      const own = told ?? (silent ? early.find((run) => sameCall(run, hook)) : undefined);
      if (own !== undefined && !begun.some(({ command }) => command === hook.command)) join(own, hook, false);
      else joinOrStart(hook, hook.command, begun);
    } else if (hook.carrier === "async_hook_response") {
      // It may come long after its start, and behind a boundary: then only an id proves whose it is.
      const named = idOf(hook) !== null;
      const open = ofEvent.filter(
        (run) =>
          run.result === null && mayMatch(run, hook) && (named ? sameCall(run, hook) : run.segment === hook.segment),
      );
      join(open[open.length - 1] ?? start(hook, hook.command), hook, !named);
    } else effect(hook, near);
  }

  /** A record of what a run brought about; a run that left nothing else is known by it alone. */
  function effect(hook: Hook, near: HookRun[]): void {
    const open = near.filter(
      (run) => mayMatch(run, hook) && !run.delivered.some((one) => one.carrier === hook.carrier),
    );
    const untold = open.filter((run) => run.delivered.length === 0);
    const printed = untold.findLast(({ result }) => result !== null && prints(result, hook));
    const named = open.filter((run) => sameCall(run, hook));
    const sameId = named.findLast((run) => run.delivered.length === 0) ?? named[named.length - 1];
    const sure = printed !== undefined || named.length === 1 || (hook.delivered === null && named.length > 1);
    join(printed ?? sameId ?? untold[untold.length - 1] ?? start(hook, null), hook, !sure);
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
      run.command ??= hook.command;
    }
    run.durationMs = hook.durationMs ?? run.durationMs;
    run.matcher ??= hook.matcher;
    if (hook.delivered !== null && !run.delivered.includes(hook)) run.delivered.push(hook);
  }

  function start(hook: Hook, command: string | null): HookRun {
    const { event, matcher, durationMs, chain, segment } = hook;
    const same = byEvent.get(keyOf(hook)) ?? [];
    byEvent.set(keyOf(hook), same);
    const run: HookRun = {
      event,
      matcher,
      command,
      durationMs,
      chain,
      segment,
      start: startOf.get(hook) ?? 0,
      repeats: 0,
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

const keyOf = ({ chain, event }: Hook): string => JSON.stringify([chain, event]);

function countRepeats(same: HookRun[]): void {
  for (const [at, run] of same.entries())
    if (run.start > 0)
      run.repeats = same
        .slice(Math.max(0, at - nearRuns), at)
        .filter(({ start, command }) => start === run.start && command === run.command).length;
}

/** The id of the call or the start that a record belongs to; the bare name of the event is none. */
const idOf = ({ toolUseId, event }: Hook): string | null => (toolUseId === event ? null : toolUseId);

const sameCall = (run: HookRun, hook: Hook): boolean =>
  idOf(hook) !== null && run.records.some((one) => one.toolUseId === hook.toolUseId);

/** True for a run of which only what it brought about is known so far: that can be written before its result. */
const isEffectOnly = (run: HookRun): boolean =>
  run.records.every(({ carrier }) => !results.has(carrier) && !starts.has(carrier));

const mayMatch = (run: HookRun, hook: Hook): boolean =>
  run.matcher === null || hook.matcher === null || run.matcher === hook.matcher;

/**
 * Numbers the starts of each chain by the rows of `SessionStart` hooks. A reply and a boundary part them, and what the
 * rows of one start can't differ in: matcher, process, the id under which one command ran.
 */
function startsOf(timeline: Timeline): Map<Hook, number> {
  const starts = new Map<Hook, number>();
  const last = new Map<string, Start>();
  /** Starts that a reply would end: most replies end none. */
  let open = 0;
  for (const event of eventsOf(timeline, "hook", "boundary", "reply")) {
    if (event.kind === "hook" && event.event === "SessionStart") {
      const before = last.get(event.chain);
      const same = before !== undefined && !before.over && isSameStart(before, event);
      const now = same ? before : newStart((before?.start ?? 0) + 1);
      now.matcher ??= event.matcher;
      now.process ??= event.process;
      if (event.command !== null) now.ids.set(event.command, idOf(event));
      last.set(event.chain, now);
      starts.set(event, now.start);
      if (before === undefined || before.over) open += 1;
    } else if (open > 0 && (isCompaction(event) || (event.kind === "reply" && !event.synthetic))) {
      const before = last.get(event.chain);
      if (before === undefined || before.over) continue;
      before.over = true;
      open -= 1;
    }
  }
  return starts;
}

interface Start {
  start: number;
  matcher: string | null;
  process: string | null;
  /** By command, the id under which it ran. */
  ids: Map<string, string | null>;
  /** True once something was said or compacted since. */
  over: boolean;
}

const newStart = (start: number): Start => ({ start, matcher: null, process: null, ids: new Map(), over: false });

function isSameStart({ matcher, process, ids }: Start, hook: Hook): boolean {
  const id = hook.command === null ? null : (ids.get(hook.command) ?? null);
  return ![
    [matcher, hook.matcher],
    [process, hook.process],
    [id, idOf(hook)],
  ].some(([before, now]) => before !== null && now !== null && before !== now);
}

/** Characters of the head by which a preview is known to be that of a printed text. */
const headChars = 500;

/** True where a run with this result printed the text as its additional context, in the JSON of its standard output. */
function prints(result: Hook, { delivered, spilled }: Hook): boolean {
  const printed = additionalContext(result)?.trim() ?? "";
  if (printed === "" || delivered === null) return false;
  return delivered.trim() === printed || delivered.includes(spilled ? printed.slice(0, headChars) : printed);
}

/** The text stands in `hookSpecificOutput`, or at the top of the object (documentation of hooks, 2026-08-22). */
function additionalContext({ written }: Hook): string | null {
  const stdout = written?.text ?? "";
  if (!stdout.trimStart().startsWith("{")) return null;
  try {
    const output = objectOf(JSON.parse(stdout));
    return textOf(objectOf(output?.hookSpecificOutput)?.additionalContext) ?? textOf(output?.additionalContext);
  } catch {
    return null;
  }
}
