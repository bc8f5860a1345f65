import { clusters } from "./clusters.js";
import type { Boundary, Event, Hook } from "./event.js";
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
  /** The record of how it ended; null where only its start, a list of Stop hooks, or its text is recorded. */
  result: Hook | null;
  /** Records whose text was put before the model. */
  delivered: Hook[];
  /** True where a record belongs to it by nearness alone. */
  guessed: boolean;
}

const results: ReadonlySet<string> = new Set(["hook_success", "hook_non_blocking_error", "hook_blocking_error", "hook_cancelled", "hook_error_during_execution"]);

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
    const near = byEvent.get(`${hook.chain}\n${hook.event}`) ?? [];
    if (hook.carrier === "stop_hook_summary") {
      const open = near.filter((run) => sameCall(run, hook) && !run.records.some((one) => one.carrier === hook.carrier));
      for (const command of listedCommands(hook, open)) joinOrStart(hook, command, open);
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
    const printed = hook.delivered === null ? undefined : untold.findLast((run) => printedBy(run, hook.delivered as string));
    const sameId = near.findLast((run) => sameCall(run, hook) && run.delivered.length === 0) ?? near.findLast((run) => sameCall(run, hook));
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
    const run: HookRun = { event, matcher, command, durationMs, chain, records: [hook], result: null, delivered: [], guessed: false };
    runs.push(run);
    const key = `${chain}\n${event}`;
    const same = byEvent.get(key);
    if (same === undefined) byEvent.set(key, [run]);
    else same.push(run);
    return run;
  }
}

const sameCall = (run: HookRun, hook: Hook): boolean => hook.toolUseId !== null && run.records.some((one) => one.toolUseId === hook.toolUseId);

/** Commands of a list of Stop hooks: those of runs that are known are taken out first, since a command may have several lines. */
function listedCommands(hook: Hook, known: HookRun[]): string[] {
  const commands: string[] = [];
  let rest = `\n${hook.command ?? ""}\n`;
  for (const { command } of known) {
    const at = command === null ? -1 : rest.indexOf(`\n${command}\n`);
    if (command === null || at < 0) continue;
    commands.push(command);
    rest = rest.slice(0, at) + rest.slice(at + command.length + 1);
  }
  return [...commands, ...rest.split("\n").filter((line) => line !== "")];
}

/** True where the run printed this text as its additional context; of a long output only the head is known. */
function printedBy(run: HookRun, text: string): boolean {
  const written = run.result?.written ?? null;
  if (written === null) return false;
  const field = /"additionalContext"\s*:\s*"((?:[^"\\]|\\.)*)("?)/.exec(written.text);
  if (field === null) return false;
  const printed = unescaped((field[1] as string).replace(/\\u[0-9a-fA-F]{0,3}$/, ""));
  if (printed === null || printed === "") return false;
  return field[2] === '"' ? text.trim() === printed.trim() || text.includes(printed) : text.startsWith(printed);
}

function unescaped(json: string): string | null {
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    return null;
  }
}

/** What a run belongs to, and what showed it. */
export interface Owner {
  rule: "toolUseID" | "boundary" | "parentUuid" | "position";
  /** The record it belongs to; null where the transcript holds no message at all. */
  record: Event | null;
  /** The boundary whose cluster holds it. */
  boundary: Boundary | null;
}

/**
 * Finds the one owner of each run: the tool call that its `toolUseID` names, the boundary for a `SessionStart` hook of a
 * compaction, else the nearest message above it by parents, else by position (before it, at the head of a file after it).
 */
export function ownersOf(timeline: Timeline): (run: HookRun) => Owner {
  const calls = new Map<string, Event>();
  const byUuid = new Map<string, Event>();
  const order = new Map<Event, number>();
  const compacted = new Map<Event, Boundary>();
  for (const { boundary, rows } of clusters(timeline))
    for (const event of rows) if (event.kind === "hook" && event.event === "SessionStart") compacted.set(event, boundary);
  timeline.events.forEach((event, at) => {
    order.set(event, at);
    if (event.kind === "tool-call" && event.id !== null) calls.set(event.id, event);
    if (event.place.uuid !== null && !byUuid.has(event.place.uuid)) byUuid.set(event.place.uuid, event);
  });
  const above = new Map<Event, Event | null>();
  const beside = nearestMessages(timeline.events);
  return (run) => {
    for (const { toolUseId } of run.records) {
      const call = toolUseId === null ? undefined : calls.get(toolUseId);
      if (call !== undefined) return { rule: "toolUseID", record: call, boundary: null };
    }
    for (const record of run.records) {
      const boundary = compacted.get(record);
      if (boundary !== undefined) return { rule: "boundary", record: boundary, boundary };
    }
    const first = run.records[0] as Hook;
    const parent = messageAbove(first);
    return parent === null ? { rule: "position", record: beside(first, order.get(first) ?? 0), boundary: null } : { rule: "parentUuid", record: parent, boundary: null };
  };

  /** Walks up the parents once: each row on the way keeps the answer. */
  function messageAbove(hook: Hook): Event | null {
    const path: Event[] = [];
    const walked = new Set<Event>();
    let at: Event | undefined = hook;
    let answer: Event | null = null;
    while (at !== undefined && !walked.has(at)) {
      if (above.has(at)) {
        answer = above.get(at) ?? null;
        break;
      }
      if (isMessage(at)) {
        answer = at;
        break;
      }
      path.push(at);
      walked.add(at);
      at = at.parent === null ? undefined : byUuid.get(at.parent);
    }
    for (const one of path) above.set(one, answer);
    return answer;
  }
}

const messageKinds: ReadonlySet<Event["kind"]> = new Set<Event["kind"]>(["prompt", "command", "reply", "tool-result", "skill-body", "notification", "summary", "boundary"]);
const isMessage = (event: Event): boolean => messageKinds.has(event.kind);

/** The last message of the chain before a place, else the first after it. */
function nearestMessages(events: readonly Event[]): (hook: Hook, at: number) => Event | null {
  const before = new Map<number, Event>();
  const first = new Map<string, Event>();
  const last = new Map<string, Event>();
  events.forEach((event, at) => {
    if (event.kind === "hook") {
      const message = last.get(event.chain);
      if (message !== undefined) before.set(at, message);
    } else if (isMessage(event)) {
      last.set(event.chain, event);
      if (!first.has(event.chain)) first.set(event.chain, event);
    }
  });
  return (hook, at) => before.get(at) ?? first.get(hook.chain) ?? null;
}
