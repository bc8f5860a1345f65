import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transcript } from "../../src/testing.js";
import { same } from "./agree.js";
import { library } from "./built.js";
import { writeCopies } from "./copies.js";
import { figure, goal, median, quantile } from "./figures.js";
import type { Bench, Part } from "./part.js";
import { wholeProcess } from "./peers/whole-process.js";

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
    { name: "following", about: `followTimeline; ${appended} entries appended one by one to each session`, rows },
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
  const lines = (): string[] => session.lines();
  for (let turn = 0; turn * 2 < before + appended; turn++) session.prompt(`Go on with part ${turn}.`).reply("Done.");
  const all = lines().slice(0, before + appended);
  writeFileSync(
    path,
    all
      .slice(0, before)
      .map((line) => `${line}\n`)
      .join(""),
  );
  const timelines = library.followTimeline(path);
  await timelines.next();
  const delays: number[] = [];
  for (const line of all.slice(before)) {
    const wanted = before + delays.length + 1;
    const start = performance.now();
    appendFileSync(path, `${line}\n`);
    for (let seen = 0; seen < wanted; ) {
      const { value } = await timelines.next();
      seen = value?.files[0]?.entries ?? wanted;
    }
    delays.push(performance.now() - start);
  }
  await timelines.return(undefined);
  return delays;
}

async function indexed(bench: Bench, count: number) {
  const { folder, scale } = bench;
  const root = join(folder, "all-config", "projects");
  writeCopies(root, scale.files, count);
  const ask = async (index: string) => {
    const start = performance.now();
    const rows = [];
    for await (const answer of library.indexedRows("boundaries", root, { index })) rows.push(...answer.rows);
    return { ms: performance.now() - start, rows: rows.map(({ uuid }) => uuid) };
  };
  const index = join(folder, "index");
  const first = await ask(index);
  const again = [];
  for (let round = 0; round < scale.rounds; round++) again.push(await ask(index));

  const cli = join(fileURLToPath(new URL("../../dist/cli.js", import.meta.url)));
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), CLI: cli, FOLDER: root };
  const command = 'node "$CLI" boundaries "$FOLDER" --json';
  const process_ = Array.from({ length: scale.rounds + 1 }, () => wholeProcess(command, env, folder));
  const uuids = process_.map(({ output }) => (JSON.parse(output) as { uuid: string }[]).map(({ uuid }) => uuid));
  same("compactions of an indexed folder", [
    ["indexedRows, first", first.rows],
    ...again.map(({ rows }) => ["indexedRows, again", rows] as const),
    ...uuids.map((rows) => ["tidemark boundaries", rows] as const),
  ]);
  const [firstProcess, ...laterProcesses] = process_;
  const row = (how: string, firstMs: number, laterMs: number) => ({
    how,
    "first, ms": figure(firstMs),
    "again, ms": figure(laterMs),
    ...goal(laterMs, { below: 150, unit: " ms" }),
  });
  return [
    row("`indexedRows` in a process that runs", first.ms, median(again.map(({ ms }) => ms))),
    row(
      "`tidemark boundaries FOLDER --json`, a process of its own",
      firstProcess?.ms ?? Number.NaN,
      median(laterProcesses.map(({ ms }) => ms)),
    ),
  ];
}
