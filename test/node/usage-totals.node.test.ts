import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as built from "../../src/node.js";
import {
  count,
  day,
  hour,
  month,
  openTimelines,
  rollup,
  sum,
  type Timeline,
  type UsageGroup,
  type UsageRow,
  type UsageTotalRow,
  usage,
  usageTotals,
  week,
} from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { doors } from "../package/doors.js";
import { anySession } from "../properties/compacted-session.js";
import { sharedFolder } from "../shared.js";
import { temporaryFolder } from "./temporary-folder.js";

const groups: UsageGroup[] = ["hour", "day", "week", "month", "model", "project", "session", "chain"];
const anyGroups = fc.subarray(groups).chain((some) => fc.shuffledSubarray(some, { minLength: some.length }));
const anyZone = fc.constantFrom("UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/St_Johns");
const faults = ["copy", "torn-line", "joined-lines", "nul-padding", "unreadable-line", "dangling-parent"] as const;

/** The package as it is built: threads read from there. */
const { usageTotals: usageTotalsOfBuild }: typeof built = await import(
  doors.find(({ specifier }) => specifier === "tidemark/node")?.module ?? ""
);

const message = (more: object, row: object = {}): string =>
  JSON.stringify({
    type: "assistant",
    timestamp: "2026-03-09T10:00:00Z",
    message: { model: "a", content: [], ...more },
    ...row,
  });

/** The same sums by the long way: `rollup` over `usage` over all timelines. */
async function sumsOfUsage(folder: string, by: UsageGroup[], zone: string) {
  const timelines: Timeline[] = [];
  for await (const timeline of openTimelines(folder)) timelines.push(timeline);
  const projects = new Map<string | undefined, string>();
  for (const { files } of timelines)
    for (const { name } of files) projects.set(name ?? "", basename(dirname(join(folder, files[0]?.name ?? ""))));
  const columns = {
    hour: hour(zone),
    day: day(zone),
    week: week(zone),
    month: month(zone),
    model: (row: UsageRow) => row.model,
    project: (row: UsageRow) => projects.get(row.evidence[0]?.file),
    session: (row: UsageRow) => row.sessionId,
    chain: (row: UsageRow) => row.chain,
  };
  const rows = rollup(usage(timelines), Object.fromEntries(by.map((group) => [group, columns[group]])), {
    requests: count(),
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite5m: sum("cacheWrite5m"),
    cacheWrite1h: sum("cacheWrite1h"),
    cacheWriteUnsplit: sum("cacheWriteUnsplit"),
    at: (some: readonly UsageRow[]) => Math.min(...some.flatMap(({ at }) => at ?? [])),
    isWhole: (some: readonly UsageRow[]) => some.every(({ grade }) => grade === "observed"),
  });
  return inOrder(rows.map((row) => JSON.stringify(Object.entries(row).sort())));
}

const inOrder = (rows: string[]): string[] => rows.sort();

/** The sums as `sumsOfUsage` gives them. */
const shown = (rows: UsageTotalRow[], by: UsageGroup[]): string[] =>
  inOrder(
    rows.map(({ sessionId, grade, why, evidence, at, ...row }) => {
      const session = by.includes("session") ? { session: sessionId } : {};
      return JSON.stringify(Object.entries({ ...row, ...session, at, isWhole: grade === "observed" }).sort());
    }),
  );

/** Each line of a reply with counters of its own, and some lines written a second time with others. */
function counted(text: string, outputs: number[]): string {
  let at = 0;
  const next = (): number => outputs[at++ % outputs.length] ?? 0;
  const lines = text.split("\n").map((line) => {
    const found = /^\{.*"type":"assistant".*"output_tokens":/.test(line);
    return found ? line.replace(/"output_tokens":\d+/, `"output_tokens":${next()}`) : line;
  });
  const again = lines.map((line) =>
    line.includes('"output_tokens":') && next() % 3 === 0
      ? `${line}\n${line.replace(/"output_tokens":\d+/, `"output_tokens":${next()}`)}`
      : line,
  );
  return again.join("\n");
}

/** Sessions, a fork with other counters and a resumed copy that ends anywhere, each in a project of its own. */
const anyFolder = fc
  .record({
    one: anySession({ faults, maxSteps: 6 }),
    other: anySession({ faults, maxSteps: 4 }),
    cut: fc.nat(),
    isNamed: fc.boolean(),
    outputs: fc.array(fc.nat(4), { minLength: 3, maxLength: 12 }),
    later: fc.array(fc.nat(4), { minLength: 3, maxLength: 12 }),
  })
  .map(({ one, other, cut, isNamed, outputs, later }) => {
    const forked = one.fork().prompt("Go on.").reply("Going on.").toString();
    const bytes = Buffer.from(counted(one.toString(), outputs));
    const name = isNamed ? "0a0a0a0a-0000-4000-8000-00000000c0de.jsonl" : "copy.jsonl";
    return [
      [`a/${name}`, bytes.subarray(0, cut % (bytes.length + 1))],
      ...[...one.files()].map(([file, text]) => [`b/${file}`, counted(text, outputs)]),
      ["c/0f0f0f0f-0000-4000-8000-00000000f04c.jsonl", counted(forked, later)],
      ...[...other.files()].map(([file, text]) => [`d/${file}`, counted(text, later)]),
    ] as [string, string | Uint8Array][];
  });

describe("usageTotals", () => {
  test("gives the sums of usage over all timelines, whatever is copied, forked, torn or cut", async () => {
    await fc.assert(
      fc.asyncProperty(anyFolder, anyGroups, anyZone, async (files, by, zone) => {
        const folder = temporaryFolder(files);
        const totals = await usageTotals(folder, { by, zone });
        if (totals[0]?.requests === 0) return;
        expect(shown(totals, by)).toEqual(await sumsOfUsage(folder, by, zone));
      }),
      { numRuns: 60 },
    );
  });

  test("gives the same rows with any number of threads", async () => {
    const files = fc.array(anyFolder, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(files, anyGroups, fc.integer({ min: 2, max: 4 }), async (parts, by, threads) => {
        const all = parts.flatMap((some, at) =>
          some.map(([name, content]): [string, string | Uint8Array] => [`${at}/${name}`, content]),
        );
        const folder = temporaryFolder(all);
        const options = { by, zone: "UTC" };
        const alone = await usageTotalsOfBuild(folder, { ...options, threads: 0 });
        expect(await usageTotalsOfBuild(folder, { ...options, threads })).toEqual(alone);
        // What runs from the sources has no file for a thread, and reads in its own.
        expect(await usageTotals(folder, { ...options, threads })).toEqual(alone);
      }),
      { numRuns: 15 },
    );
  });

  test("counts a message once, with the line of most output, and of its copies the fullest", async () => {
    const usageOf = (output: number, input: number) => ({ usage: { output_tokens: output, input_tokens: input } });
    const first = message({ id: "m1", ...usageOf(5, 1) }, { uuid: "1" });
    const best = message({ id: "m1", ...usageOf(9, 2) }, { uuid: "2", timestamp: "2026-03-10T10:00:00Z" });
    const late = message({ id: "m1", ...usageOf(7, 3) }, { uuid: "3" });
    const folder = temporaryFolder([
      ["p/1.jsonl", `${first}\n`],
      ["p/2.jsonl", `${[first, best, late].join("\n")}\n`],
    ]);
    expect(await usageTotals(folder, { by: ["day"], zone: "UTC" })).toEqual([
      {
        day: "2026-03-10",
        requests: 1,
        input: 2,
        output: 9,
        cacheRead: null,
        cacheWrite5m: null,
        cacheWrite1h: null,
        cacheWriteUnsplit: null,
        sessionId: null,
        at: Date.parse("2026-03-10T10:00:00Z"),
        grade: "observed",
        why: null,
        evidence: [{ line: 2, offset: Buffer.byteLength(first) + 1, uuid: "2", file: "p/2.jsonl" }],
      },
    ]);
  });

  test("leaves out what the program wrote itself, and says what a sum lacks", async () => {
    const lines = [
      message({ id: "error", usage: { input_tokens: 900 } }, { isApiErrorMessage: true }),
      message({ id: "made", model: "<synthetic>", usage: { input_tokens: 900 } }),
      message({ id: "none", model: "b" }),
      message({ id: "uncounted" }),
      message({ id: "counted", usage: { input_tokens: 3, output_tokens: 0 } }),
      message({
        id: "split",
        usage: { cache_creation_input_tokens: 5, cache_creation: { ephemeral_5m_input_tokens: 6 } },
      }),
    ];
    const folder = temporaryFolder([["p/1.jsonl", lines.join("\n")]]);
    expect(await usageTotals(folder, { by: ["model"] })).toMatchObject([
      {
        model: "a",
        requests: 3,
        input: 3,
        output: 0,
        cacheWriteUnsplit: 5,
        grade: "derived",
        why: "1 of 3 requests record no usage; the split of the cache write of 1 is larger than its total and is not used.",
      },
      { model: "b", requests: 1, input: null, output: null, grade: "unknown", why: "No request records its usage." },
    ]);
  });

  test("is one row without a group, also where there is nothing", async () => {
    const nothing = { requests: 0, input: null, output: null, at: null, evidence: [], grade: "observed" };
    expect(await usageTotals(temporaryFolder())).toMatchObject([nothing]);
    expect(await usageTotals(temporaryFolder(), { by: ["day"] })).toEqual([]);
  });

  test("the rows stand in the order of their groups, what is not known last", async () => {
    const lines = [
      message({ id: "1", model: "b" }, { timestamp: "no time" }),
      message({ id: "2", model: "b" }, { timestamp: "2026-03-10T10:00:00Z" }),
      message({ id: "3", model: "b" }),
      message({ id: "4", model: "a" }),
    ];
    const folder = temporaryFolder([["p/1.jsonl", lines.join("\n")]]);
    const rows = await usageTotals(folder, { by: ["day", "model"], zone: "UTC" });
    expect(rows.map((row) => [row.day, row.model])).toEqual([
      ["2026-03-09", "a"],
      ["2026-03-09", "b"],
      ["2026-03-10", "b"],
      [null, "b"],
    ]);
  });

  test.each([0, 3])("with %i threads, what can't be read stops nothing else", async (threads) => {
    const session = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.");
    const folder = temporaryFolder([...session.files()].map(([name, text]) => [`p/${name}`, text]));
    symlinkSync(join(folder, "gone"), join(folder, "p", "lost.jsonl"));
    mkdirSync(join(folder, "p", "other"));
    const problems: string[] = [];
    const seen: number[] = [];
    const options = { threads, onProgress: ({ done }: { done: number }) => void seen.push(done) };
    const [row] = await usageTotalsOfBuild(folder, {
      ...options,
      onError: ({ file }) => void problems.push(basename(file)),
    });
    expect([row?.requests, problems, seen]).toEqual([1, ["lost.jsonl"], [1]]);
    await expect(usageTotalsOfBuild(folder, options)).rejects.toThrow("1 could not be read, the rest was");
  });

  test.each([0, 2])("with %i threads it ends with the reason of its signal", async (threads) => {
    const session = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").toString();
    const folder = temporaryFolder(Array.from({ length: 6 }, (_, at) => [`p/${at}.jsonl`, session]));
    const ended = new AbortController();
    const options = { threads, signal: ended.signal, onProgress: () => ended.abort(new Error("Enough.")) };
    await expect(usageTotalsOfBuild(folder, options)).rejects.toThrow("Enough.");
    await expect(usageTotalsOfBuild(folder, { signal: AbortSignal.abort(new Error("Never.")) })).rejects.toThrow(
      "Never.",
    );
  });

  test("wrong use says what to write", async () => {
    const folder = temporaryFolder();
    const by = (value: unknown) => usageTotals(folder, { by: value as UsageGroup[] });
    await expect(by(["year"])).rejects.toThrow('`by` is "year"; pass "hour" or "day" or');
    await expect(by("day")).rejects.toThrow('pass `by` as ["day", "model"]');
    await expect(usageTotals(folder, { zone: "Mars" })).rejects.toThrow("No time zone is called");
    await expect(usageTotals(folder, { threads: -1 })).rejects.toThrow(
      "`threads` is -1; pass a whole number from 0 on",
    );
    await expect(usageTotals(join(folder, "none"))).rejects.toThrow("no such folder");
  });
});

test("a thread of the built package answers for a session, and says why it can't", async () => {
  const folder = temporaryFolder([["p/1.jsonl", `${message({ id: "m1", usage: { input_tokens: 3 } })}\n`]]);
  const worker = new Worker(join(dirname(doors[0]?.module ?? ""), "session-worker.js"));
  const asked = (id: number, name: string) =>
    new Promise((resolve) => {
      worker.once("message", resolve);
      worker.postMessage({
        id,
        task: "messages",
        question: { main: join(folder, name), agents: [], chain: true, sessionId: true },
      });
    });
  expect(await asked(7, "p/1.jsonl")).toMatchObject({
    id: 7,
    packed: { messageId: ["m1"], input: [3], chain: ["main"] },
  });
  expect(await asked(8, "p/2.jsonl")).toMatchObject({ id: 8, code: "unreadable-file" });
  await worker.terminate();
});

test.each(["import", "require"])("threads answer where the package was loaded by %s", (load) => {
  const files = ["1", "2", "3", "4"].map((name): [string, string] => [
    `p/${name}.jsonl`,
    `${message({ id: name, usage: { input_tokens: 1 } })}\n`.repeat(20_000),
  ]);
  const module = JSON.stringify(doors.find(({ specifier }) => specifier === "tidemark/node")?.module);
  const program = `
    let answered = 0;
    process.on("worker", (worker) => worker.on("message", () => answered++));
    Promise.resolve(${load}(${module}))
      .then(({ usageTotals }) => usageTotals(${JSON.stringify(temporaryFolder(files))}, { threads: 2 }))
      .then(([row]) => console.log(JSON.stringify([row.requests, row.input, answered > 0])));`;
  const out = execFileSync(process.execPath, ["--no-warnings", "-e", program], { encoding: "utf8" });
  expect(JSON.parse(out)).toEqual([4, 4, true]);
});

const shared = sharedFolder();

describe.skipIf(shared === null)(`corpus${shared === null ? " (skipped: no ../shared folder)" : ""}`, () => {
  test.each([[["day", "model"]], [["session", "chain"]], [["project"]]] as UsageGroup[][][])(
    "the sums by %s are those of usage over all timelines",
    async (by = []) => {
      const corpus = join(shared as string, "corpus");
      const totals = await usageTotals(corpus, { by, zone: "UTC", onError() {} });
      expect(totals.length).toBeGreaterThan(0);
      expect(shown(totals, by)).toEqual(await sumsOfUsage(corpus, by, "UTC"));
    },
  );
});
