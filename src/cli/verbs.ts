import type { Verb } from "./verb.js";

/** What `--help` tells of a verb, and how to have the rest. */
interface ListedVerb {
  summary: string;
  load: () => Promise<Verb>;
}

type Listed = Readonly<Record<string, ListedVerb>>;

/** The verbs of the command line under the headings of `--help`, in its order. */
export const verbGroups: Readonly<Record<string, Listed>> = {
  "After a compaction:": {
    report: {
      summary: "a card per boundary, for people: what came back, what did not",
      load: async () => (await import("./verbs/report.js")).reportVerb,
    },
    boundaries: {
      summary: "each compaction: trigger, tokens, requests before and after",
      load: async () => (await import("./verbs/boundaries.js")).boundariesVerb,
    },
    returned: {
      summary: "what came back after each compaction, and from where",
      load: async () => (await import("./verbs/returned.js")).returnedVerb,
    },
    missing: {
      summary: "what stood in context before a compaction and not after it",
      load: async () => (await import("./verbs/missing.js")).missingVerb,
    },
    conflicts: {
      summary: "an older text beside a newer one after a compaction",
      load: async () => (await import("./verbs/conflicts.js")).conflictsVerb,
    },
    skills: {
      summary: "each invocation of a skill, and its fate at each compaction",
      load: async () => (await import("./verbs/skills.js")).skillsVerb,
    },
    listings: {
      summary: "names of skills, agents, tools the model could see, by segment",
      load: async () => (await import("./verbs/listings.js")).listingsVerb,
    },
    hooks: {
      summary: "each run of a hook, and how much of its output was delivered",
      load: async () => (await import("./verbs/hooks.js")).hooksVerb,
    },
    change: {
      summary: "what the requests around each compaction differ in, in tokens",
      load: async () => (await import("./verbs/context-change.js")).contextChangeVerb,
    },
  },
  "At a point, and ahead of a compaction:": {
    context: {
      summary: "what stood in context at a point, in order, and from where",
      load: async () => (await import("./verbs/context.js")).contextVerb,
    },
    trace: {
      summary: "where a text stood before and after each compaction",
      load: async () => (await import("./verbs/trace.js")).traceVerb,
    },
    budget: {
      summary: "skills that the documented budget keeps, against the record",
      load: async () => (await import("./verbs/budget.js")).budgetVerb,
    },
    forecast: {
      summary: "what a compaction would keep, cut and lose",
      load: async () => (await import("./verbs/forecast.js")).forecastVerb,
    },
  },
  "What a session is made of:": {
    runs: {
      summary: "the processes that wrote a session's file",
      load: async () => (await import("./verbs/runs.js")).runsVerb,
    },
    branches: {
      summary: "where a person went back and went on differently",
      load: async () => (await import("./verbs/branches.js")).branchesVerb,
    },
    turns: {
      summary: "each prompt with its requests, tool calls and time",
      load: async () => (await import("./verbs/turns.js")).turnsVerb,
    },
    messages: {
      summary: "what the model wrote, each message put together from its lines",
      load: async () => (await import("./verbs/messages.js")).messagesVerb,
    },
    tools: {
      summary: "each tool call with its result",
      load: async () => (await import("./verbs/tools.js")).toolsVerb,
    },
    directories: {
      summary: "the directories and branches that a session worked in",
      load: async () => (await import("./verbs/directories.js")).directoriesVerb,
    },
    usage: {
      summary: "tokens of each request, every message once; or their sums",
      load: async () => (await import("./verbs/usage.js")).usageVerb,
    },
    check: {
      summary: "what the lines hold, and what is wrong with them",
      load: async () => (await import("./verbs/check.js")).checkVerb,
    },
  },
  "Over all sessions:": {
    session: {
      summary: "each session on one line: title, size, compactions, time",
      load: async () => (await import("./verbs/session.js")).sessionVerb,
    },
    lineage: {
      summary: "which sessions continue others: resumed, forked, copied",
      load: async () => (await import("./verbs/lineage.js")).lineageVerb,
    },
    survival: {
      summary: "how often files, skills, hooks, … survived, by what",
      load: async () => (await import("./verbs/survival.js")).survivalVerb,
    },
    claims: {
      summary: "what documentation and articles claim, tested on the record",
      load: async () => (await import("./verbs/claims.js")).claimsVerb,
    },
    drift: {
      summary: "kinds the schemas do not know, fields of an unexpected shape",
      load: async () => (await import("./verbs/drift.js")).driftVerb,
    },
  },
};

const listed: Listed = Object.assign({}, ...Object.values(verbGroups));

/** All verbs, each with the queries that it asks. */
export const allVerbs = (): Promise<Verb[]> => Promise.all(Object.values(listed).map(({ load }) => load()));
