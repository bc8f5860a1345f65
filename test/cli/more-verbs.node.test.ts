import { join } from "node:path";
import { expect, test } from "vitest";
import { forecastScore, messages, openTimeline } from "../../src/node.js";
import { demoEntries, demoTranscript, linesOf, sessionId } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const later = "4b1d8a52-6d1e-4b7a-9c35-0e2f71d4ab91";

test("lineage tells which session continues which, with the lines and files behind which they part", async () => {
  // The later one has copied the first six lines, says so, and goes on with two of its own.
  const copied = demoEntries().map((entry, at) => ({
    ...entry,
    sessionId: later,
    ...(at < 6
      ? { forkedFrom: { sessionId, messageUuid: (entry as { uuid: string }).uuid } }
      : { uuid: `new-${at}`, parentUuid: at === 6 ? "h1" : `new-${at - 1}` }),
  }));
  await inFolder({ "a.jsonl": demoTranscript(), "b.jsonl": linesOf(copied) }, async (path) => {
    const rows = JSON.parse((await runCaptured(["lineage", path, "--json"])).out);
    expect(rows).toMatchObject([
      {
        sessionId: later,
        continues: sessionId,
        copied: 6,
        divergesAfter: "h1",
        onlyEarlier: 2,
        onlyLater: 2,
        evidence: [
          { line: 6, file: join(path, "b.jsonl") },
          { line: 6, file: join(path, "a.jsonl") },
        ],
      },
    ]);
    const [heads, row] = (await runCaptured(["lineage", path])).out.split("\n");
    expect(heads?.split(/ {2,}/)).toEqual(["session", "continues", "copied", "later", "earlier", "parts at", "at"]);
    expect(row).toMatch(/^4b1d8a52 {2}3f0c8a52 +6 +2 +2 +6 {2}2026-09-30/);
    expect((await runCaptured(["lineage", join(path, "a.jsonl")])).out).toBe("no session continues another one here\n");
  });
});

test("messages prints those of the library, with the beginning of each text", async () => {
  await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
    const file = join(path, "one.jsonl");
    const rows = JSON.parse((await runCaptured(["messages", file, "--json"])).out);
    expect(rows).toEqual(JSON.parse(JSON.stringify(messages(await openTimeline(file)))));
    const [heads, ...lines] = (await runCaptured(["messages", file])).out.trimEnd().split("\n");
    expect(heads?.split(/ {2,}/).map((head) => head.trim())).toEqual(["at", "#", "model", "blocks", "line", "text"]);
    expect(lines.map((line) => line.split(/ {2,}/).at(-1))).toEqual(["READY", "READY"]);
  });
});

test("forecast --score over sessions is that of all of them together", async () => {
  const other = (digit: string) => (15 - Number.parseInt(digit, 16)).toString(16);
  const two = demoTranscript({ fileName: "/home/dev/tide/other.md" })
    .replaceAll(sessionId, later)
    .replaceAll(/(?<=[uU]uid":")[0-9a-f]/g, other);
  await inFolder({ "a.jsonl": demoTranscript(), "b.jsonl": two }, async (path) => {
    const { code, out } = await runCaptured(["forecast", path, "--score", "--json"]);
    const timelines = [await openTimeline(join(path, "a.jsonl")), await openTimeline(join(path, "b.jsonl"))];
    const counts = (rows: object[]) => rows.map((row) => ({ ...row, evidence: undefined, at: undefined }));
    expect([code, counts(JSON.parse(out))]).toEqual([0, counts(JSON.parse(JSON.stringify(forecastScore(timelines))))]);
    expect(JSON.parse(out)[0].evidence.map((place: { file: string }) => place.file)).toEqual([
      join(path, "a.jsonl"),
      join(path, "b.jsonl"),
    ]);
  });
});

test("forecast --score is not asked of one boundary", async () => {
  const { code, err } = await runCaptured(["forecast", "x", "--score", "--before", "1"]);
  expect([code, err]).toEqual([2, expect.stringContaining("cannot be used with option")]);
});

test("--width sets the width of tables, and a large one cuts nothing", async () => {
  const fileName = `/tmp/${"deep/place/".repeat(12)}plan.md`;
  await inFolder({ "one.jsonl": demoTranscript({ fileName }) }, async (path) => {
    const file = join(path, "one.jsonl");
    for (const width of [40, 60, 120]) {
      const { out } = await runCaptured(["returned", file, "--width", String(width)], { columns: 80 });
      const widest = Math.max(...out.split("\n").map((line) => line.length));
      expect(widest).toBeLessThanOrEqual(width);
      expect(widest).toBeGreaterThan(width - 20);
    }
    expect((await runCaptured(["returned", file, "--width", "1000"])).out).toContain(fileName);
    expect((await runCaptured(["returned", file])).out).not.toContain(fileName);
  });
});

test("a query that is neither SQL nor documented is told with those that are", async () => {
  await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
    const { code, out, err } = await runCaptured(["sql", "tokens-by-dya", path]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^tidemark: no documented query tokens-by-dya; give a SELECT, or one of tokens-by-day, /);
  });
});
