import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { transcript } from "../../src/testing.js";
import { same } from "./agree.js";
import { library } from "./built.js";
import { writeCopies } from "./copies.js";
import { figure, goal, median, quantile } from "./figures.js";
import type { Bench, Part } from "./part.js";
import { wholeProcess } from "./peers/whole-process.js";

const cli = new URL("../../dist/cli/main.js", import.meta.url);
/** Milliseconds after which entries that are not seen are an error. */
const longestWait = 300_000;

/** How soon an appended entry is seen, and how long a question to a folder takes that was asked before. */
export const following: Part = async (bench) => {
  const { followed, appended, folderFiles, rounds } = bench.scale;
  const rows = [];
  for (const entries of followed) {
    const delays = await delaysOf(join(bench.folder, `followed-${entries}.jsonl`), entries, appended);
    const ms = figure(median(delays));
    rows.push({
      "entries before": entries,
      "median ms": ms,
      "99 % below, ms": figure(quantile(delays, 0.99)),
      ...goal(ms, { below: 50, unit: " ms" }),
    });
  }
  const count = Math.max(...folderFiles);
  return [
    {
      name: "following",
      about: `followTimeline in a process that runs; ${appended} entries appended one by one to each session`,
      rows,
    },
    {
      name: "index",
      about: `compactions of a folder of ${count} transcripts; medians of ${rounds} rounds`,
      rows: await indexed(bench, count),
    },
  ];
};

/** Milliseconds from the append of an entry to the timeline that holds it, entry by entry. */
async function delaysOf(path: string, before: number, appended: number): Promise<number[]> {
  const session = transcript({ cliVersion: "2.1.285", cwd: "/home/dev/live" });
  for (let turn = 0; turn * 2 < before + appended; turn++) session.prompt(`Go on with part ${turn}.`).reply("Done.");
  const lines = session.lines().map((line) => `${line}\n`);
  writeFileSync(path, lines.slice(0, before).join(""));
  const timelines = library.followTimeline(path, { signal: AbortSignal.timeout(longestWait) });
  let last = await timelines.next();
  const delays: number[] = [];
  for (const line of lines.slice(before, before + appended)) {
    // So that entries come at every point between two looks at the file.
    await setTimeout(7);
    const start = performance.now();
    appendFileSync(path, line);
    while ((last.value?.files[0]?.entries ?? 0) <= before + delays.length) {
      last = await timelines.next();
      if (last.done) throw new Error(`Of ${appended} entries appended to ${path}, ${delays.length} were seen.`);
    }
    delays.push(performance.now() - start);
  }
  same("a session that was followed", [
    ["openTimeline", (await library.openTimeline(path)).events.length],
    ["followTimeline", last.value?.events.length],
  ]);
  await timelines.return(undefined);
  return delays;
}

/** Asks a folder for its compactions, first without an index and then with it, in this process and as one of its own. */
async function indexed({ folder, scale }: Bench, count: number) {
  const root = join(folder, "projects");
  writeCopies(root, scale.files, count);
  const here = [];
  for (let round = 0; round <= scale.rounds; round++) {
    const start = performance.now();
    const rows = [];
    for await (const answer of library.indexedRows("boundaries", root, { index: join(folder, "index") }))
      rows.push(...answer.rows);
    here.push({ ms: performance.now() - start, uuids: rows.map(({ uuid }) => uuid) });
  }
  const env = { XDG_CACHE_HOME: join(folder, "cache"), CLI: fileURLToPath(cli), FOLDER: root };
  const processes = Array.from({ length: scale.rounds + 1 }, () => {
    const { ms, output } = wholeProcess('node "$CLI" boundaries "$FOLDER" --json', env, folder);
    return { ms, uuids: (JSON.parse(output) as { uuid: string }[]).map(({ uuid }) => uuid) };
  });
  same("compactions of an indexed folder", [
    ...here.map(({ uuids }) => ["indexedRows", uuids] as const),
    ...processes.map(({ uuids }) => ["tidemark boundaries", uuids] as const),
  ]);
  return [
    asked("`indexedRows` in a process that runs", here),
    asked("`tidemark boundaries FOLDER --json`, a process of its own", processes),
  ];
}

function asked(how: string, [first, ...later]: { ms: number }[]) {
  const again = median(later.map(({ ms }) => ms));
  return {
    how,
    "first, ms": figure(first?.ms ?? Number.NaN),
    "again, ms": figure(again),
    ...goal(again, { below: 150, unit: " ms" }),
  };
}
