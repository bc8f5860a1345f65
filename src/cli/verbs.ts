import type { Verb } from "./verb.js";

/** The verbs of the command line, in the order of `--help`: around a boundary, of a session, over many sessions. */
const loaders: Readonly<Record<string, () => Promise<Verb>>> = {
  report: async () => (await import("./verbs/report.js")).reportVerb,
  boundaries: async () => (await import("./verbs/boundaries.js")).boundariesVerb,
  returned: async () => (await import("./verbs/returned.js")).returnedVerb,
  missing: async () => (await import("./verbs/missing.js")).missingVerb,
  conflicts: async () => (await import("./verbs/conflicts.js")).conflictsVerb,
  skills: async () => (await import("./verbs/skills.js")).skillsVerb,
  listings: async () => (await import("./verbs/listings.js")).listingsVerb,
  hooks: async () => (await import("./verbs/hooks.js")).hooksVerb,
  context: async () => (await import("./verbs/context.js")).contextVerb,
  change: async () => (await import("./verbs/context-change.js")).contextChangeVerb,
  trace: async () => (await import("./verbs/trace.js")).traceVerb,
  budget: async () => (await import("./verbs/budget.js")).budgetVerb,
  forecast: async () => (await import("./verbs/forecast.js")).forecastVerb,
  session: async () => (await import("./verbs/session.js")).sessionVerb,
  runs: async () => (await import("./verbs/runs.js")).runsVerb,
  branches: async () => (await import("./verbs/branches.js")).branchesVerb,
  turns: async () => (await import("./verbs/turns.js")).turnsVerb,
  tools: async () => (await import("./verbs/tools.js")).toolsVerb,
  directories: async () => (await import("./verbs/directories.js")).directoriesVerb,
  usage: async () => (await import("./verbs/usage.js")).usageVerb,
  survival: async () => (await import("./verbs/survival.js")).survivalVerb,
  claims: async () => (await import("./verbs/claims.js")).claimsVerb,
  drift: async () => (await import("./verbs/drift.js")).driftVerb,
  check: async () => (await import("./verbs/check.js")).checkVerb,
};

/** All verbs, each with the queries that it asks. */
export const allVerbs = (): Promise<Verb[]> => Promise.all(Object.values(loaders).map((load) => load()));

/** The verb of this name alone, as loading all takes a fifth of the time of a short answer; all of them for any other word. */
export async function verbsFor(word: string | undefined): Promise<Verb[]> {
  const load = word !== undefined && Object.hasOwn(loaders, word) ? loaders[word] : undefined;
  return load === undefined ? allVerbs() : [await load()];
}
