import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boundaries, missing, openTimelines, returned, type Timeline, usage } from "../../src/node.js";
import { type Transcript, transcript } from "../../src/testing.js";
import { installedExample, type RunningExample, startExample } from "./example.js";
import { type Family, readPrometheusText } from "./prometheus-text.js";

const example = installedExample("metrics");

/** What the text format has to escape, and what could end a label or a line of it. */
const hostile = 'evil"} 1\nx{a="\\';

describe.skipIf(example === null)("the metrics feed", () => {
  let root = "";
  let server: RunningExample;
  const write = (name: string, session: Transcript) => {
    for (const [path, lines] of session.files()) {
      const file = join(root, name, path);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, lines);
    }
  };
  const first = () =>
    transcript({ cliVersion: "2.1.285" })
      .prompt("Add tax.")
      .skill("deploy", "Always tag first.")
      .read("/home/dev/tide/cart.ts", "cart")
      .reply("Done.")
      .compact({ trigger: "auto", preTokens: 62_000, postTokens: 9_000, durationMs: 30_000 })
      .prompt("Go on.")
      .subagent("look", (agent) => agent.reply("Seen."))
      .reply("Yes.", { model: hostile });

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "metrics-"));
    write("one", first());
    write("copy", first());
    write(
      "two",
      transcript({ cliVersion: "2.0.20" })
        .prompt("go")
        // A version that writes nothing of skills at a compaction.
        .skill("review", "Read it all.")
        .reply("Done.")
        .compact({ trigger: "manual" })
        .prompt("on")
        .reply("x"),
    );
    server = await startExample(example as string, "server/main.js", ["--folder", root, "--port", "0"]);
  });
  afterAll(() => {
    server?.process.kill();
    rmSync(root, { recursive: true, force: true });
  });

  const ask = async (path: string, headers: OutgoingHttpHeaders = {}, method = "GET") => {
    const asked = request(new URL(path, server.url), { headers, method }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };
  const scrape = async (): Promise<Family[]> => {
    for (;;) {
      const { status, body } = await ask("/metrics");
      if (status === 200) return readPrometheusText(body);
      // As long as the transcripts are being read there is no half of an answer.
      expect(status).toBe(503);
      await setTimeout(20);
    }
  };
  const timelines = async (): Promise<Timeline[]> => {
    const found: Timeline[] = [];
    for await (const timeline of openTimelines(root)) found.push(timeline);
    return found;
  };
  const value = (families: Family[], name: string, labels: Record<string, string> = {}): number =>
    families
      .flatMap(({ samples }) => samples)
      .filter((one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text))
      .reduce((sum, one) => sum + one.value, 0);

  test("a scrape keeps the rules of the format, and its values are those of the library's rows", async () => {
    const families = await scrape();
    const all = await timelines();
    const requests = usage(all);
    const sum = (key: "input" | "output" | "cacheRead") => requests.reduce((total, row) => total + (row[key] ?? 0), 0);
    expect(value(families, "tidemark_requests_total")).toBe(requests.length);
    expect(value(families, "tidemark_tokens_total", { kind: "input" })).toBe(sum("input"));
    expect(value(families, "tidemark_tokens_total", { kind: "output" })).toBe(sum("output"));
    expect(value(families, "tidemark_tokens_total", { kind: "cache_read" })).toBe(sum("cacheRead"));

    // The copy of a session adds nothing.
    const distinct = all.filter(({ files }) => !files[0]?.name?.startsWith("copy"));
    const cuts = distinct.flatMap((timeline) => boundaries(timeline));
    expect(value(families, "tidemark_compactions_total")).toBe(cuts.length);
    expect(value(families, "tidemark_compactions_total", { trigger: "auto" })).toBe(1);
    expect(value(families, "tidemark_compaction_dropped_tokens_total", { trigger: "auto" })).toBe(53_000);
    expect(value(families, "tidemark_returned_total")).toBe(distinct.flatMap((one) => returned(one)).length);
    const things = distinct.flatMap((one) => missing(one));
    const lost = things.filter(({ reason }) => reason !== "not-recorded");
    expect(things.length).toBeGreaterThan(lost.length);
    expect(value(families, "tidemark_not_recorded_total")).toBe(things.length - lost.length);
    expect(value(families, "tidemark_missing_total")).toBe(lost.length);
    for (const { item, reason } of lost)
      expect(value(families, "tidemark_missing_total", { item, reason })).toBe(
        lost.filter((row) => row.item === item && row.reason === reason).length,
      );
    expect(value(families, "tidemark_compaction_duration_seconds_count")).toBe(
      cuts.filter(({ durationMs }) => durationMs !== null).length,
    );
    expect(value(families, "tidemark_sessions")).toBe(3);
    expect(families.map(({ name, type }) => [name, type])).toEqual(
      expect.arrayContaining([
        ["tidemark_sessions", "gauge"],
        ["tidemark_compaction_duration_seconds", "histogram"],
        ["tidemark_tokens_total", "counter"],
      ]),
    );
  });

  test("a hostile name of a model is one value of a label, and no id of a session is one", async () => {
    const families = await scrape();
    expect(value(families, "tidemark_requests_total", { model: hostile })).toBe(1);
    const labels = new Set(families.flatMap(({ samples }) => samples.flatMap(({ labels }) => Object.keys(labels))));
    expect([...labels].sort()).toEqual(["item", "kind", "le", "model", "reason", "source", "trigger"]);
  });

  test("rows of JSON are flat, and say null where the record does not say", async () => {
    const rows = async (name: string) => {
      const { headers, body } = await ask(`/rows/${name}.json`);
      expect(headers["content-type"]).toBe("application/json");
      const found = JSON.parse(body) as Record<string, unknown>[];
      for (const one of found)
        for (const cell of Object.values(one)) expect(typeof cell === "object" ? cell : null).toBeNull();
      return found;
    };
    await scrape();
    const compactions = await rows("compactions");
    const [old] = compactions.filter(({ trigger }) => trigger === "manual");
    expect(old).toMatchObject({ postTokens: null, droppedTokens: null });
    expect(compactions).toHaveLength(2);
    const lost = await rows("missing");
    expect(lost).toHaveLength(
      compactions.reduce((sum, row) => sum + (row.missing as number) + (row.notRecorded as number), 0),
    );
    const tokens = await rows("tokens");
    expect(tokens.reduce((sum, row) => sum + (row.requests as number), 0)).toBe(usage(await timelines()).length);
    expect(await rows("sessions")).toHaveLength(3);
  });

  test("counters never fall: not when a file goes, nor with what the next prompt brings back", async () => {
    const before = await scrape();
    rmSync(join(root, "two"), { recursive: true });
    const file = [...first().files()]
      .map(([path]) => join(root, "one", path))
      .find((path) => !path.includes("subagents")) as string;
    const longer = first().compact({ trigger: "manual" });
    appendFileSync(file, longer.toString().slice(readFileSync(file, "utf8").length));
    const until = async (holds: (families: Family[]) => boolean) => {
      for (;;) {
        const families = await scrape();
        if (holds(families)) return families;
        await setTimeout(50);
      }
    };
    const waiting = await until(
      (families) => value(families, "tidemark_sessions") === 2 && value(families, "tidemark_compactions_total") === 3,
    );
    // What came back is not settled before the next request.
    expect(value(waiting, "tidemark_returned_total")).toBe(value(before, "tidemark_returned_total"));
    appendFileSync(file, longer.prompt("Next.").reply("Yes.").toString().slice(readFileSync(file, "utf8").length));
    const after = await until(
      (families) => value(families, "tidemark_returned_total") > value(before, "tidemark_returned_total"),
    );
    for (const { name, type, samples } of before)
      if (type === "counter")
        for (const sample of samples) expect(value(after, name, sample.labels)).toBeGreaterThanOrEqual(sample.value);
  });

  test("it answers this machine alone, under its own name, and says what there is", async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect((await ask("/metrics", { host: "rebound.example" })).status).toBe(403);
    expect((await ask("/metrics", {}, "POST")).status).toBe(405);
    expect(await ask("/__proto__")).toMatchObject({
      status: 404,
      body: expect.stringContaining("/rows/compactions.json"),
    });
    const { headers } = await ask("/metrics", { origin: "https://elsewhere.example" });
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("the dashboard asks for metrics and labels that there are", async () => {
    const families = await scrape();
    const dashboard = JSON.parse(readFileSync(`${example}/grafana-dashboard.json`, "utf8"));
    const names = new Set(families.flatMap(({ name, samples }) => [name, ...samples.map((sample) => sample.name)]));
    const asked = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    );
    expect(asked.length).toBeGreaterThan(8);
    for (const expr of asked as string[]) {
      const [name = ""] = /tidemark_\w+/.exec(expr) ?? [];
      expect(names).toContain(name);
      const labels = families.flatMap(({ samples }) => samples).find((sample) => sample.name === name)?.labels ?? {};
      const [, by] = /by \((\w+)\)/.exec(expr) ?? [];
      if (by !== undefined) expect(Object.keys(labels)).toContain(by);
    }
  });

  test("a count below 0 in a transcript ends no scrape, and is not counted", async () => {
    const rows = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.", { model: "below-zero" }).rows();
    const text = rows.map((row) => JSON.stringify(row).replace(/"output_tokens":\d+/, '"output_tokens":-7'));
    mkdirSync(join(root, "below"));
    writeFileSync(join(root, "below", "zero.jsonl"), `${text.join("\n")}\n`);
    await server.end();
    server = await startExample(example as string, "server/main.js", ["--folder", root, "--port", "0"]);
    const families = await scrape();
    expect(value(families, "tidemark_requests_total", { model: "below-zero" })).toBe(1);
    const output = { model: "below-zero", kind: "output" };
    expect(value(families, "tidemark_tokens_total", output)).toBe(0);
    expect(value(families, "tidemark_tokens_total", { ...output, kind: "input" })).toBeGreaterThan(0);
    rmSync(join(root, "below"), { recursive: true });
  });

  test("rows of tokens stand in the order of their days; what is missing has a name, a path below the folder", async () => {
    const folder = join(root, "..", `${basename(root)}-rows`);
    mkdirSync(join(folder, "a"), { recursive: true });
    const demo = readFileSync(new URL("../../fixtures/demo/session.jsonl", import.meta.url), "utf8");
    const early = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.").rows();
    const text = early.map((row) => JSON.stringify({ ...row, timestamp: "2025-01-02T03:04:05Z" })).join("\n");
    writeFileSync(join(folder, "a", "1.jsonl"), demo);
    writeFileSync(join(folder, "a", "2.jsonl"), `${text}\n`);
    await server.end();
    server = await startExample(example as string, "server/main.js", ["--folder", folder, "--port", "0"]);
    await scrape();
    const tokens = JSON.parse((await ask("/rows/tokens.json")).body);
    expect(tokens.map(({ day }: { day: string }) => day)).toEqual(["2025-01-02", "2026-10-01"]);
    const lost = JSON.parse((await ask("/rows/missing.json")).body);
    expect(lost).toContainEqual(
      expect.objectContaining({ item: "file", name: "src/order.ts", reason: "beyond-file-limit" }),
    );
    expect(lost).toContainEqual(expect.objectContaining({ item: "hook", name: "SessionStart:startup" }));
    rmSync(folder, { recursive: true });
  });

  test("with --sessions, active sessions have a gauge each; Ctrl-C ends the server", async () => {
    const now = new Date();
    const session = transcript({ cliVersion: "2.1.285", sessionId: "5e55" }).prompt("go").reply("Done.");
    const text = session
      .rows()
      .map((row) => JSON.stringify({ ...row, timestamp: now.toISOString() }))
      .join("\n");
    writeFileSync(join(root, "one", "now.jsonl"), `${text}\n`);
    await server.end();
    server = await startExample(example as string, "server/main.js", ["--folder", root, "--port", "0", "--sessions"]);
    const families = await scrape();
    const gauges = families.find(({ name }) => name === "tidemark_session_context_tokens")?.samples;
    expect(gauges?.map(({ labels }) => labels)).toEqual([{ session: "5e55" }]);
    expect(value(families, "tidemark_largest_context_tokens")).toBe(gauges?.[0]?.value);
    expect(value(families, "tidemark_active_sessions")).toBe(1);
    expect(await server.end()).toBe(0);
    expect(server.errors()).toBe("");
  });
});

test.each([
  ["a\n", /No sample/],
  ["# HELP a_total x\n# TYPE a_total counter\na_total 1\na_total 1\n", /twice/],
  ['# HELP a_total x\n# TYPE a_total counter\na_total{m="x"y"} 1\n', /No label/],
  ["# HELP a x\n# TYPE a counter\na 1\n", /_total/],
  ["a_total 1\n", /not below its TYPE/],
])("the reader of the text format refuses %j", (wrong, message) => {
  expect(() => readPrometheusText(wrong)).toThrow(message);
});
