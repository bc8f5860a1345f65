import { boundaries } from "../queries/boundaries.js";
import { branches } from "../queries/branches.js";
import { type BudgetOptions, budget } from "../queries/budget.js";
import { check } from "../queries/check.js";
import { claims } from "../queries/claims.js";
import { conflicts } from "../queries/conflicts.js";
import { context } from "../queries/context.js";
import { contextChange } from "../queries/context-change.js";
import { directories } from "../queries/directories.js";
import { drift } from "../queries/drift.js";
import { forecast } from "../queries/forecast.js";
import { hooks } from "../queries/hooks.js";
import { listings } from "../queries/listings.js";
import { messages } from "../queries/messages.js";
import { missing } from "../queries/missing.js";
import { returned } from "../queries/returned.js";
import type { RuleSet } from "../queries/rule-sets.js";
import type { Sourced } from "../queries/rules.js";
import { runs } from "../queries/runs.js";
import { session } from "../queries/session.js";
import { skills } from "../queries/skills.js";
import { survival } from "../queries/survival.js";
import { tools } from "../queries/tools.js";
import { traceParts } from "../queries/trace.js";
import { turns } from "../queries/turns.js";
import { usage } from "../queries/usage.js";
import { invocationsOf } from "../timeline/invocations.js";
import type { Marker } from "../timeline/markers.js";
import type { SessionPart } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";

/** A session in the worker: its timeline, and the files that it was read from. */
export interface OpenSession {
  timeline: Timeline;
  parts: readonly SessionPart[];
}

/** A session as a question meets it. */
export interface AskedSession extends OpenSession {
  /** Aborted where nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Answers a question about a session; what it is given and gives must be able to cross from one thread to the other. */
export type WorkerQuery = (session: AskedSession, ...given: never[]) => unknown;

/** A query of a timeline as one of the worker. */
const of =
  <Given extends unknown[], Answer>(query: (timeline: Timeline, ...given: Given) => Answer) =>
  ({ timeline }: OpenSession, ...given: Given): Answer =>
    query(timeline, ...given);

/** What a worker can be asked, by name: the queries of the main door, each without its timeline. */
export const workerQueries = {
  boundaries: of(boundaries),
  branches: of(branches),
  budget: of((timeline, ruleSet?: Sourced<RuleSet>, options?: Omit<BudgetOptions, "estimate">) =>
    budget(invocationsOf(timeline), ruleSet, options),
  ),
  check: of(check),
  claims: of((timeline) => claims(timeline)),
  conflicts: of(conflicts),
  context: of(context),
  contextChange: of(contextChange),
  directories: of(directories),
  drift: of((timeline) => drift(timeline)),
  forecast: of(forecast),
  hooks: of(hooks),
  issues: of(({ issues }) => issues),
  listings: of(listings),
  messages: of(messages),
  missing: of(missing),
  returned: of(returned),
  runs: of(runs),
  session: of(session),
  skills: of(skills),
  survival: of((timeline) => survival([timeline])),
  tools: of(tools),
  /** Searches the files themselves, so that tool payloads are searched whole. */
  trace: ({ timeline, parts, signal }: AskedSession, markers: readonly Marker[]) =>
    traceParts(parts, markers, { sessionId: timeline.sessionId ?? undefined, signal }),
  turns: of(turns),
  usage: of((timeline) => usage(timeline)),
} satisfies Record<string, WorkerQuery>;
