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
 * that text, else to one with the same `toolUseID`, else to the nearest run of that event without text.
 */
export function hookRunsOf(timeline: Timeline): HookRun[] {
  const runs: HookRun[] = [];
  const byEvent = new Map<string, HookRun[]>();
  for (const event of timeline.events) if (event.kind === "hook") take(event);
  return runs;

  function take(hook: Hook): void {
    const near = byEvent.get(`${hook.chain}\n${hook.event}`)?.slice(-nearRuns) ?? [];
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
      const named = hook.toolUseId !== null;
      const open = near.filter((run) => run.result === null && (named ? sameCall(run, hook) : true));
      join(open[open.length - 1] ?? start(hook, hook.command), hook, !named);
    } else effect(hook, near);
  }

  /** A record of what a run brought about; a run that left nothing else is known by it alone. */
  function effect(hook: Hook, near: HookRun[]): void {
    const untold = near.filter((run) => run.delivered.length === 0);
    const printed =
      hook.delivered === null ? undefined : untold.findLast((run) => printedBy(run, hook.delivered as string));
    const sameId =
      near.findLast((run) => sameCall(run, hook) && run.delivered.length === 0) ??
      near.findLast((run) => sameCall(run, hook));
    const run = printed ?? sameId ?? untold[untold.length - 1];
    join(run ?? start(hook, null), hook, printed === undefined && sameId === undefined);
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
    const { event, matcher, durationMs, chain } = hook;
    const run: HookRun = {
      event,
      matcher,
      command,
      durationMs,
      chain,
      records: [hook],
      result: null,
      delivered: [],
      guessed: false,
    };
    runs.push(run);
    const key = `${chain}\n${event}`;
    const same = byEvent.get(key);
    if (same === undefined) byEvent.set(key, [run]);
    else same.push(run);
    return run;
  }
}

const sameCall = (run: HookRun, hook: Hook): boolean =>
  hook.toolUseId !== null && run.records.some((one) => one.toolUseId === hook.toolUseId);

/** True where the run printed this text as its additional context, in the JSON of its standard output. */
function printedBy(run: HookRun, text: string): boolean {
  const printed = additionalContext(run.result?.written?.text ?? "");
  return printed !== null && printed !== "" && (text.trim() === printed.trim() || text.includes(printed));
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
