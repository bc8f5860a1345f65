import { clusters } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import { eventsOf } from "../timeline/events-of.js";
import { runsOf } from "../timeline/runs.js";
import type { Timeline } from "../timeline/timeline.js";
import type { ConfiguredHook } from "./hook-settings.js";

/** A record of something that hooks of an event run at; a matcher looks at its subject, null where that is not recorded. */
interface Occasion {
  event: Event;
  subject: string | null;
}

const compactions = (timeline: Timeline): Occasion[] =>
  clusters(timeline).map(({ boundary }) => ({ event: boundary, subject: boundary.trigger }));

const subagents = (timeline: Timeline): Occasion[] =>
  eventsOf(timeline, "tool-result").flatMap((event) => (event.agentId === null ? [] : [{ event, subject: null }]));

const results = (timeline: Timeline, failed: boolean): Occasion[] =>
  eventsOf(timeline, "tool-result").flatMap((event) =>
    (event.isError === true) === failed ? [{ event, subject: event.tool }] : [],
  );

/** How a process can start a session; a run that does not say it may be any of them. */
const ways = ["startup", "resume", "fork", "clear"];

/** By hook event, the records that show that it took place (hooks page of the documentation, copies of 2026-08-22 to 2026-10-08). */
const occasions: ReadonlyMap<string, (timeline: Timeline) => Occasion[]> = new Map([
  ["PreToolUse", (timeline) => eventsOf(timeline, "tool-call").map((event) => ({ event, subject: event.name }))],
  ["PostToolUse", (timeline) => results(timeline, false)],
  ["PostToolUseFailure", (timeline) => results(timeline, true)],
  [
    "UserPromptSubmit",
    (timeline) => eventsOf(timeline, "prompt").flatMap((event) => (event.typed ? [{ event, subject: null }] : [])),
  ],
  [
    "Stop",
    (timeline) =>
      eventsOf(timeline, "reply").flatMap((event) =>
        event.chain === "main" && event.stopReason === "end_turn" && !event.synthetic ? [{ event, subject: null }] : [],
      ),
  ],
  ["SubagentStart", subagents],
  ["SubagentStop", subagents],
  [
    "SessionStart",
    (timeline) => [
      ...runsOf(timeline).runs.flatMap(({ first, startedBy }) =>
        (startedBy === null ? ways : [startedBy]).map((subject) => ({ event: first, subject })),
      ),
      ...clusters(timeline).map(({ boundary }) => ({ event: boundary, subject: "compact" })),
    ],
  ],
  ["PreCompact", compactions],
  ["PostCompact", compactions],
]);

/**
 * The records that show that a hook's event took place for what its matcher names; null for an event that no record shows.
 * A matcher that is a pattern is not applied.
 */
export function occasionsOf(timeline: Timeline, { event, matcher }: ConfiguredHook): Event[] | null {
  const all = occasions
    .get(event)?.(timeline)
    .filter(({ subject }) => matches(matcher, subject));
  return all === undefined ? null : [...new Set(all.map((one) => one.event))];
}

/** A list of words matches one of them; what is not recorded, and a pattern, may match. */
export function matches(matcher: string | null, subject: string | null): boolean {
  if (matcher === null || subject === null || !/^[\w-]+(\|[\w-]+)*$/.test(matcher)) return true;
  return matcher.split("|").includes(subject);
}
