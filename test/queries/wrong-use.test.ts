import { describe, expect, test } from "vitest";
import * as tidemark from "../../src/index.js";
import {
  boundaries,
  budget,
  chain,
  conflicts,
  context,
  count,
  forecast,
  invocationsOf,
  onlyInSummary,
  readEntries,
  readTimeline,
  rollup,
  TranscriptError,
  trace,
  usage,
} from "../../src/index.js";
import { transcript } from "../../src/testing.js";

const text = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").compact().prompt("On.").toString();

const errorOf = async (act: () => unknown): Promise<unknown> => {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return null;
};

/** Checks that this is refused as wrong use, with these words. */
async function refused(act: () => unknown, words: RegExp, code = "wrong-option"): Promise<void> {
  const error = await errorOf(act);
  expect(TranscriptError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ code, message: expect.stringMatching(words) });
}

describe("a timeline that was not awaited", () => {
  const queries = Object.entries({
    boundaries: tidemark.boundaries,
    branches: tidemark.branches,
    budgetDeviations: tidemark.budgetDeviations,
    check: tidemark.check,
    claims: tidemark.claims,
    conflicts: tidemark.conflicts,
    context: tidemark.context,
    contextChange: tidemark.contextChange,
    directories: tidemark.directories,
    drift: tidemark.drift,
    forecast: tidemark.forecast,
    forecastScore: tidemark.forecastScore,
    handover: tidemark.handover,
    handoverWindow: tidemark.handoverWindow,
    hooks: tidemark.hooks,
    invocationsOf: tidemark.invocationsOf,
    listings: tidemark.listings,
    messages: tidemark.messages,
    missing: tidemark.missing,
    redact: tidemark.redact,
    returned: tidemark.returned,
    runs: tidemark.runs,
    session: tidemark.session,
    skills: tidemark.skills,
    survival: tidemark.survival,
    tools: tidemark.tools,
    turns: tidemark.turns,
    usage: tidemark.usage,
    "trace with a marker": (timeline: tidemark.Timeline) => trace(timeline, ["a"]),
    "chain with a name": (timeline: tidemark.Timeline) => chain(timeline, "main"),
    "segment with a number": (timeline: tidemark.Timeline) => tidemark.segment(timeline, 0),
    "between two times": (timeline: tidemark.Timeline) => tidemark.between(timeline, 0, 1),
    "lineage of several": (timeline: tidemark.Timeline) => tidemark.lineage([timeline]),
  });

  test.each(queries)("%s says so", async (_, query) => {
    await refused(() => query(readTimeline(text) as never), /promise of a timeline; await it/);
  });

  test("is else a promise as any other", async () => {
    const promise = readTimeline(text);
    expect(promise).toBeInstanceOf(Promise);
    expect(Object.keys(promise)).toEqual([]);
    expect((await promise).events.length).toBeGreaterThan(0);
    expect(await promise.then(boundaries)).toHaveLength(1);
    await expect(readTimeline(3 as never)).rejects.toThrow(/can't be read from number/);
  });
});

describe("a path where the content belongs", () => {
  test.each([
    "session.jsonl",
    "~/.claude/projects/p/session.JSONL",
    "./session.jsonl",
    "/home/dev/.claude/projects/p/0d9f",
    "..\\p\\session.jsonl",
    "C:\\Users\\dev\\session",
    "a file with blanks.jsonl",
  ])("%j is refused with what to call instead", async (path) => {
    await refused(() => readTimeline(path), /is a path.*call openTimeline of tidemark\/node/, "wrong-source");
    await refused(() => readEntries(path).next(), /is a path/, "wrong-source");
  });

  test.each([
    "",
    "no transcript",
    '"session.jsonl"',
    '{"type":"user","path":"/a/b/session.jsonl"}',
    '{"type":"user","path":"/a/b/session.jsonl',
    '["/a/b/session.jsonl',
    "session.jsonl\n",
    "/a/b\n/c/d",
    "/",
    `${"x".repeat(5000)}.jsonl`,
  ])("%j is content and is read", async (content) => {
    expect((await readTimeline(content)).files).toHaveLength(1);
  });

  test("the same words as bytes are content too", async () => {
    expect((await readTimeline(new TextEncoder().encode("session.jsonl"))).events).toEqual([]);
  });
});

describe("what is no list or names no columns", () => {
  test("budget of a timeline names invocationsOf", async () => {
    const timeline = await readTimeline(text);
    await refused(() => budget(timeline as never), /is no list; write budget\(invocationsOf\(timeline\)\)/);
    expect(budget(invocationsOf(timeline))).toEqual([]);
  });

  test("onlyInSummary of a timeline names trace", async () => {
    const timeline = await readTimeline(text);
    await refused(() => onlyInSummary(timeline as never), /write onlyInSummary\(trace\(timeline, markers\)\)/);
  });

  test("rollup by a word, without measures, or of a timeline shows a call that is right", async () => {
    const timeline = await readTimeline(text);
    const rows = usage(timeline);
    const example = /write rollup\(rows, \{ model: "model" \}, \{ requests: count\(\) \}\)/;
    await refused(() => rollup(rows, "model" as never, { requests: count() }), example);
    await refused(() => rollup(rows, ["model"] as never, { requests: count() }), example);
    await refused(() => rollup(rows, { model: "model" }, undefined as never), example);
    await refused(() => rollup(timeline as never, {}, {}), /is no list; write rollup\(rows, by, measures\)/);
  });
});

describe("an option with a value that it does not know", () => {
  test("is refused with the values it knows", async () => {
    const timeline = await readTimeline(text);
    await refused(
      () => readTimeline(text, { onIssue: "trow" as never }),
      /`onIssue` is "trow"; pass "collect" or "throw" or a function/,
    );
    await refused(() => readTimeline(text, { payload: "all" as never }), /`payload` is "all"; pass "head" or "full"/);
    await refused(
      () => context(timeline, undefined, { history: "whole" as never }),
      /`history` is "whole"; pass "effective" or "full"/,
    );
    for (const line of [undefined, Number.NaN, "3", -1])
      await refused(() => context(timeline, { line } as never), /`point.line` is .*; pass a whole number from 0 on/);
    for (const textChars of ["ten", Number.NaN, -1, 1.5])
      await refused(
        () => conflicts(timeline, { textChars: textChars as never }),
        /`textChars` is .*; pass a whole number from 0 on/,
      );
    expect(conflicts(timeline, { textChars: Number.POSITIVE_INFINITY })).toEqual([]);
  });

  test("a boundary that is not there is refused with those that are", async () => {
    const timeline = await readTimeline(text);
    await refused(() => forecast(timeline, undefined, { before: 9 }), /has no boundary 9; pass .* \(1\), or leave/);
  });

  test("a chain that is not there is no wrong use: the timeline of it is empty", async () => {
    expect(chain(await readTimeline(text), "nope").events).toEqual([]);
  });
});
