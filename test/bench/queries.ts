import { statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Timeline } from "../../src/node.js";
import { library } from "./built.js";
import { figure, goal, median } from "./figures.js";
import { writeSession } from "./generated-session.js";
import type { Part } from "./part.js";

const queries: Record<string, (timeline: Timeline) => unknown> = {
  boundaries: library.boundaries,
  returned: library.returned,
  missing: library.missing,
  skills: library.skills,
  listings: library.listings,
  hooks: (timeline) => library.hooks(timeline),
  conflicts: (timeline) => library.conflicts(timeline),
  context: (timeline) => library.context(timeline),
  "context, full": (timeline) => library.context(timeline, undefined, { history: "full" }),
  contextChange: (timeline) => library.contextChange(timeline),
  branches: library.branches,
  runs: library.runs,
  turns: library.turns,
  tools: library.tools,
  messages: library.messages,
  session: library.session,
  directories: library.directories,
  usage: library.usage,
  budgetDeviations: (timeline) => library.budgetDeviations(timeline),
  forecast: (timeline) => library.forecast(timeline),
  "trace, a literal": (timeline) => library.trace(timeline, ["a marker that is nowhere"]),
  "trace, a pattern": (timeline) => library.trace(timeline, [/MK-[A-Z]+-\d{4}/]),
  handover: (timeline) => library.handover(timeline),
  survival: library.survival,
  claims: library.claims,
  drift: library.drift,
  check: library.check,
};

/** Per cent of reading below which a query has no row of its own. */
const worthNaming = 5;

/**
 * What each query costs on one session against reading that session in the same run: medians of rounds, each on a timeline
 * that was read anew, so that nothing is left from an earlier query.
 */
export const queryCosts: Part = async ({ folder, scale }) => {
  // A query is short, and the engine compiles beside it: a few rounds tell little.
  const rounds = 3 * scale.rounds;
  const { queryMegabytes } = scale;
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const path = join(folder, "queried.jsonl");
  writeSession(path, queryMegabytes);
  await library.openTimeline(path);
  const read: number[] = [];
  const asked = new Map<string, number[]>(Object.keys(queries).map((query) => [query, []]));
  for (let round = 0; round < rounds; round++)
    for (const [query, ask] of Object.entries(queries)) {
      let start = performance.now();
      const timeline = await library.openTimeline(path);
      read.push(performance.now() - start);
      // What reading left to be collected is no cost of the query.
      collectGarbage();
      start = performance.now();
      ask(timeline);
      asked.get(query)?.push(performance.now() - start);
    }
  const whole = median(read);
  const costs = [...asked]
    .map(([query, times]) => ({ query, share: figure((100 * median(times)) / whole) }))
    .sort((a, b) => b.share - a.share);
  const dear = costs.filter(({ share }) => share >= worthNaming);
  const [next, ...others] = costs.slice(dear.length);
  const rows =
    next === undefined ? dear : [...dear, { ...next, query: `each of ${others.length + 1} others, at most` }];
  return [
    {
      name: "queries",
      about:
        `one generated session of ${figure(statSync(path).size / 1e6)} MB, read in ${figure(whole)} ms; ` +
        `medians of ${rounds} rounds, each on a timeline that no other query has seen`,
      rows: rows.map(({ query, share }) => ({
        query,
        "% of reading": share,
        ...goal(share, { below: 10, unit: " %" }),
      })),
    },
  ];
};
