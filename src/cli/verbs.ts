import type { Verb } from "./verb.js";

type Loaders = Readonly<Record<string, () => Promise<Verb>>>;

/** The verbs of the command line under the headings of `--help`, in its order. */
const groups: Readonly<Record<string, Loaders>> = {
  "After a compaction:": {
    report: async () => (await import("./verbs/report.js")).reportVerb,
    boundaries: async () => (await import("./verbs/boundaries.js")).boundariesVerb,
    returned: async () => (await import("./verbs/returned.js")).returnedVerb,
    missing: async () => (await import("./verbs/missing.js")).missingVerb,
    conflicts: async () => (await import("./verbs/conflicts.js")).conflictsVerb,
    skills: async () => (await import("./verbs/skills.js")).skillsVerb,
    listings: async () => (await import("./verbs/listings.js")).listingsVerb,
    hooks: async () => (await import("./verbs/hooks.js")).hooksVerb,
    change: async () => (await import("./verbs/context-change.js")).contextChangeVerb,
  },
  "At a point, and ahead of a compaction:": {
    context: async () => (await import("./verbs/context.js")).contextVerb,
    trace: async () => (await import("./verbs/trace.js")).traceVerb,
    budget: async () => (await import("./verbs/budget.js")).budgetVerb,
    forecast: async () => (await import("./verbs/forecast.js")).forecastVerb,
  },
  "What a session is made of:": {
    runs: async () => (await import("./verbs/runs.js")).runsVerb,
    branches: async () => (await import("./verbs/branches.js")).branchesVerb,
    turns: async () => (await import("./verbs/turns.js")).turnsVerb,
    messages: async () => (await import("./verbs/messages.js")).messagesVerb,
    tools: async () => (await import("./verbs/tools.js")).toolsVerb,
    directories: async () => (await import("./verbs/directories.js")).directoriesVerb,
    usage: async () => (await import("./verbs/usage.js")).usageVerb,
    check: async () => (await import("./verbs/check.js")).checkVerb,
  },
  "Over all sessions:": {
    session: async () => (await import("./verbs/session.js")).sessionVerb,
    lineage: async () => (await import("./verbs/lineage.js")).lineageVerb,
    survival: async () => (await import("./verbs/survival.js")).survivalVerb,
    claims: async () => (await import("./verbs/claims.js")).claimsVerb,
    drift: async () => (await import("./verbs/drift.js")).driftVerb,
  },
};

const loaders: Loaders = Object.assign({}, ...Object.values(groups));

/** The heading of a verb in `--help`. */
export const headingOf = (name: string): string =>
  Object.entries(groups).find(([, verbs]) => Object.hasOwn(verbs, name))?.[0] ?? "";

/** All verbs, each with the queries that it asks. */
export const allVerbs = (): Promise<Verb[]> => Promise.all(Object.values(loaders).map((load) => load()));

/** The verb of this name alone, as loading all takes a fifth of the time of a short answer; all of them for any other word. */
export async function verbsFor(word: string | undefined): Promise<Verb[]> {
  const load = word !== undefined && Object.hasOwn(loaders, word) ? loaders[word] : undefined;
  return load === undefined ? allVerbs() : [await load()];
}
