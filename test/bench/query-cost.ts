import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Timeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { library } from "./built.js";

/**
 * What each query costs on a session of about 100 MB against reading that session in the same run: medians of rounds, each on
 * a timeline that was read anew, so that nothing is left from an earlier query.
 */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const megabytes = Number(process.env.BENCH_MEGABYTES ?? 100);
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

function bigSession(bytes: number): string {
  const cwd = "/home/dev/big";
  const session = transcript({ cliVersion: "2.1.285", cwd })
    .hook("SessionStart:startup", { command: "start", stdout: "Rules of the house.\n" })
    .hook("SessionStart:compact", { command: "again", stdout: "Rules of the house.\n" })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: "Keep the tests green.\n".repeat(50) }])
    .listing(Array.from({ length: 40 }, (_, index) => `skill-${index}`));
  const paragraph = "The tide comes in and goes out again, and what it leaves behind is the mark of it.\n";
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    session.prompt(`Go on with part ${turn}.`).reply(paragraph.repeat(10), { thinking: paragraph.repeat(20) });
    for (let step = 0; step < 6; step++) {
      const path = `${cwd}/src/part-${(turn * 7 + step) % 60}.ts`;
      session.read(path, `// ${turn} ${step}\n${paragraph.repeat(250)}`).reply(paragraph.repeat(4));
      session.tool("Bash", { command: `npm test -- ${step}` }, paragraph.repeat(200)).reply("Next.");
    }
    session.edit(`${cwd}/src/part-${turn % 60}.ts`, `// ${turn}`, `// ${turn}.`).reply("Changed.");
    if (turn % 5 === 0) session.skill(`skill-${turn % 40}`, paragraph.repeat(60), { by: "model" }).reply("Done.");
    if (turn % 8 === 7)
      session.compact({ trigger: turn % 16 === 7 ? "auto" : "manual", summary: paragraph.repeat(120) });
    written += 6 * 2 * 20_000 * 2;
  }
  return session.toString();
}

const folder = mkdtempSync(join(tmpdir(), "bench-"));
try {
  const path = join(folder, "big.jsonl");
  writeFileSync(path, bigSession(megabytes * 1e6));
  const size = statSync(path).size / 1e6;
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
  const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const reading = median(read);
  const rows = [...asked].map(([query, times]) => ({ query, ms: median(times) }));
  console.log(
    `A session of ${size.toFixed(0)} MB; reading it takes ${reading.toFixed(0)} ms (median of ${read.length}).`,
  );
  console.table(
    rows
      .sort((a, b) => b.ms - a.ms)
      .map(({ query, ms }) => ({
        query,
        ms: Number(ms.toFixed(1)),
        "of reading": `${((100 * ms) / reading).toFixed(1)} %`,
      })),
  );
} finally {
  rmSync(folder, { recursive: true });
}
