import { describe, expect, test } from "vitest";
import type { MissingRow, TraceRow } from "../../src/index.js";
import { contextPlot, markerPlot, plotSvg, shedPlot, skillPlot, survivalPlot } from "../../src/plots.js";
import { boundaryRow, returnedRow, skillRow, usageRow } from "./rows.js";

/** The words of a picture, in order. */
const wordsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, word = ""]) => word).filter((word) => word !== "");
const titlesOf = (svg: string): string[] => [...svg.matchAll(/<title>([^<]*)</g)].map(([, title = ""]) => title);
/** The path of a mark. */
const pathOf = (svg: string, mark: string): string =>
  new RegExp(`aria-label="${mark}"[^>]*><path[^>]* d="([^"]*)"`).exec(svg)?.[1] ?? "";

const lost = (boundary: number, more: Partial<MissingRow> = {}): MissingRow => ({
  ...returnedRow(boundary),
  item: "file",
  name: "/home/dev/b.ts",
  reason: "beyond-file-limit",
  lastSeen: 3,
  grade: "inferred",
  why: "Five newer files came back.",
  ...more,
});

describe("the context size", () => {
  test("a request without a recorded size breaks the line, and is no zero", () => {
    const svg = plotSvg(contextPlot({ usage: [10, 20, null, 40, 50].map((size, at) => usageRow(at + 1, size)) }));
    const line = pathOf(svg, "line");
    expect(line.match(/M/g)).toHaveLength(2);
    expect(line.match(/[ML]/g)).toHaveLength(4);
    expect(svg).toContain("1 without a recorded size");
  });

  test("a boundary stands between the requests around it, breaks the line, and shows both recorded sizes", () => {
    const usage = [usageRow(1, 100), usageRow(2, 200), usageRow(9, 50, { boundary: 1 })];
    const spec = contextPlot({ usage, boundaries: [boundaryRow(1, 5, { preTokens: 210, postTokens: 40 })] });
    expect(spec.ariaDescription).toBe("3 requests: 50 to 200 tokens; boundaries: 1 auto from 210 to 40");
    const svg = plotSvg(spec);
    expect(pathOf(svg, "line").match(/M/g)).toHaveLength(2);
    expect(wordsOf(svg)).toContain("1 auto");
    expect(titlesOf(svg).find((title) => title.startsWith("Boundary 1"))).toContain("210 tokens before, 40 after");
    const between = /aria-label="rule"[^>]*stroke-dasharray[^>]*><line x1="([\d.]+)"/.exec(svg)?.[1];
    const points = [...pathOf(svg, "line").matchAll(/[ML]([\d.]+)/g)].map(([, x]) => Number(x));
    expect(Number(between)).toBeCloseTo(((points[1] as number) + (points[2] as number)) / 2, 2);
  });

  test("what has no time is told of where time is asked", () => {
    const usage = [usageRow(1, 10), usageRow(2, 20, { at: null })];
    const svg = plotSvg(contextPlot({ usage, boundaries: [boundaryRow(1, 5, { at: null })], by: "time" }));
    expect(wordsOf(svg)).toContain("Without a recorded time, and not shown: 1 request, 1 boundary.");
  });

  test("of ten thousand requests the picture is light, and has the highest and the lowest", () => {
    const usage = Array.from({ length: 10_000 }, (_, at) =>
      usageRow(at + 1, at === 7777 ? 199_999 : at === 3333 ? 7 : 50_000 + ((at * 7919) % 40_000)),
    );
    const svg = plotSvg(contextPlot({ usage }));
    expect(svg.length).toBeLessThan(100_000);
    const heights = [...pathOf(svg, "line").matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
    // 0 to 200k over a frame of 200 pixels that begins at 26.
    expect(Math.min(...heights)).toBeCloseTo(26, 0);
    expect(Math.max(...heights)).toBeCloseTo(226, 0);
  });

  test("a subagent is drawn where it is asked for, and several sessions are wrong use", () => {
    const usage = [usageRow(1, 10), usageRow(1, 99, { chain: "a1" })];
    expect(contextPlot({ usage, chain: "a1" })).toMatchObject({
      ariaLabel: "Context size of subagent a1",
      ariaDescription: "1 request: 99 to 99 tokens; no boundary",
    });
    const other = usageRow(2, 10, { sessionId: "s2" });
    expect(() => contextPlot({ usage: [...usage, other] })).toThrow("draw a plot for each session");
    expect(() => contextPlot({ usage: {} as never })).toThrow("write contextPlot(");
  });
});

describe("what came back", () => {
  test("each cell says source and grade; a loss says its reason", () => {
    const svg = plotSvg(
      survivalPlot({
        returned: [
          returnedRow(1),
          returnedRow(1, { item: "skill", name: "deploy", source: "invocation", grade: "inferred", why: "So." }),
          returnedRow(1, {
            item: "hook",
            name: "SessionStart:compact",
            source: "unknown",
            grade: "unknown",
            why: "No.",
          }),
        ],
        missing: [lost(1), lost(1, { item: "other", name: "conversation", reason: "summary-only" })],
      }),
    );
    const words = wordsOf(svg);
    expect(words).toEqual(expect.arrayContaining(["disk", "invocation?", "?", "✕ beyond file limit?"]));
    expect(words).toEqual(expect.arrayContaining(["a.ts", "b.ts", "skill deploy", "SessionStart:compact"]));
    expect(words).not.toContain("conversation");
    const marks = [...svg.matchAll(/<g aria-label="cell"([^>]*)>/g)].map(([, look]) => look);
    expect(marks.map((look) => /stroke-dasharray="([^"]*)"/.exec(look ?? "")?.[1])).toEqual([undefined, "4 2", "1 3"]);
  });

  test("two copies of a thing are one cell of the later source, and a part is said to be one", () => {
    const held = returnedRow(1, { item: "instructions", name: "/p/CLAUDE.md", source: "held" });
    const disk = returnedRow(1, { item: "instructions", name: "/p/CLAUDE.md", phase: "next-prompt" });
    const part = returnedRow(1, { item: "skill", name: "long", source: "invocation", chars: 5, sourceChars: 9 });
    const spec = survivalPlot({ returned: [held, disk, part] });
    expect(wordsOf(plotSvg(spec))).toEqual(expect.arrayContaining(["held, disk", "invocation, cut"]));
    expect(spec.ariaDescription).toBe("2 things at 1 boundary: 2 came back, 1 of them in part, 0 did not");
  });

  test("what came back as a path, or with one copy less, is in part and not cut", () => {
    const path = returnedRow(1, { item: "file-reference", name: "/p/a.ts", source: "registry", chars: null });
    const hook = returnedRow(1, { item: "hook", name: "SessionStart:compact", source: "hook" });
    const spec = survivalPlot({
      returned: [path, hook],
      missing: [
        lost(1, { name: "/p/a.ts", reason: "path-only", grade: "observed" }),
        lost(1, { item: "hook", name: "SessionStart:compact", reason: "hook-not-run", grade: "derived" }),
      ],
    });
    expect(wordsOf(plotSvg(spec))).toEqual(expect.arrayContaining(["registry, path only", "hook, hook not run"]));
    expect(spec.ariaDescription).toBe("2 things at 1 boundary: 2 came back, 2 of them in part, 0 did not");
  });

  test("kept messages are one thing, and the boundaries of a subagent stand apart", () => {
    const kept = [1, 2, 3].map((n) => returnedRow(1, { item: "preserved", name: `u${n}`, source: "preserved" }));
    const other = returnedRow(1, { item: "summary", name: null, source: "summary", chain: "a1" });
    const spec = survivalPlot({ returned: [...kept, other] });
    expect(spec.ariaDescription).toBe("2 things at 2 boundaries: 2 came back, 0 did not");
    expect(wordsOf(plotSvg(spec))).toEqual(expect.arrayContaining(["kept messages", "1", "a1 1"]));
  });

  test("where there is no room for all, what was lost stays, and the rest is counted", () => {
    const names = Array.from({ length: 9 }, (_, at) => `/p/${at}.ts`);
    const svg = plotSvg(
      survivalPlot({
        returned: names.map((name) => returnedRow(1, { name })),
        missing: [lost(1, { name: "/p/z.ts" })],
        limit: 4,
      }),
    );
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(["z.ts", "6 more things left out."]));
    expect(() => survivalPlot({ returned: [], limit: 0 })).toThrow("`limit` is 0");
  });
});

describe("the lives of skills", () => {
  test("a bar goes from the invocation to the loss, and on to the end for what is still there", () => {
    const svg = plotSvg(
      skillPlot({
        skills: [
          skillRow(10, "truncated", { keptChars: 30 }),
          skillRow(10, "lost", { boundary: 2, keptChars: null, reason: "over-budget", grade: "derived", why: "So." }),
          skillRow(12, "kept", { name: "review" }),
        ],
        boundaries: [boundaryRow(1, 20), boundaryRow(2, 40)],
        lastLine: 60,
      }),
    );
    const words = wordsOf(svg);
    expect(words).toEqual(expect.arrayContaining(["deploy, line 10", "review, line 12", "30/100", "over budget", "▸"]));
    // Whole: invocation to boundary 1, of both, and review to the end; cut: deploy from 1 to 2.
    const bars = [...svg.matchAll(/<g aria-label="rule"[^>]*stroke-width="(\d)"[^>]*>(.*?)<\/g>/g)].map(
      ([, width, lines = ""]) => [width, lines.match(/<line/g)?.length],
    );
    expect(bars).toEqual([
      ["8", 3],
      ["3", 1],
    ]);
  });

  test("a skill that came back after a loss has a gap, a forked one has no bar", () => {
    const rows = [
      skillRow(10, "lost", { keptChars: null, reason: "unknown", grade: "unknown", why: "No." }),
      skillRow(10, "kept", { boundary: 3 }),
      skillRow(50, "active", { name: "look", boundary: null, reason: "forked" }),
    ];
    const svg = plotSvg(
      skillPlot({
        skills: rows,
        boundaries: [boundaryRow(1, 20), boundaryRow(2, 40), boundaryRow(3, 60)],
        lastLine: 80,
      }),
    );
    const bars = /<g aria-label="rule"[^>]*stroke-width="8"[^>]*>(.*?)<\/g>/.exec(svg)?.[1] ?? "";
    expect(bars.match(/<line/g)).toHaveLength(2);
    expect(wordsOf(svg)).toContain("?");
  });

  test("what is left out is counted", () => {
    const skills = [1, 2, 3].map((line) => skillRow(line, "kept")).concat(skillRow(1, "kept", { chain: "a1" }));
    const svg = plotSvg(skillPlot({ skills, limit: 2 }));
    expect(wordsOf(svg)).toContain("Left out: 1 earlier invocation, 1 invocation of other chains.");
  });
});

describe("tokens shed", () => {
  test("what is not recorded is no bar of nothing", () => {
    const spec = shedPlot([
      boundaryRow(1, 5, { preTokens: 100_000, postTokens: 20_000, droppedTokens: 80_000 }),
      boundaryRow(2, 9, { preTokens: 90_000 }),
      boundaryRow(3, 12),
      boundaryRow(1, 14, { kind: "microcompact", droppedTokens: 5000 }),
    ]);
    expect(spec.ariaDescription).toBe(
      "2 compactions dropped 85,000 tokens; of 2 compactions it is not recorded how much was dropped",
    );
    const words = wordsOf(plotSvg(spec));
    expect(words).toEqual(
      expect.arrayContaining(["−80,000", "90,000", "?", "−5,000", "size after not recorded", "m1"]),
    );
  });
});

describe("markers", () => {
  const hit = (marker: string, side: TraceRow["side"], more: Partial<TraceRow> = {}): TraceRow => ({
    ...returnedRow(1),
    marker,
    side,
    source: "disk",
    carrier: "attachment/file",
    name: "a.ts",
    line: 7,
    ...more,
  });

  test("each stands by boundary and carrier, with the number of texts where there are several", () => {
    const spec = markerPlot([
      hit("TIDE-1", "before", { carrier: "user/tool_result", source: "tool-result" }),
      hit("TIDE-1", "after"),
      hit("TIDE-1", "after", { line: 8 }),
      hit("TIDE-2", "before"),
    ]);
    expect(spec.ariaDescription).toBe("2 markers at 1 boundary: TIDE-1 after 1 in attachment/file, TIDE-2 after none");
    const words = wordsOf(plotSvg(spec));
    expect(words).toEqual(expect.arrayContaining(["TIDE-1", "TIDE-2", "before", "file", "2"]));
  });

  test("where there is no compaction, the column says so", () => {
    expect(wordsOf(plotSvg(markerPlot([hit("T", "before", { boundary: null })])))).toContain("no boundary");
  });
});

test("without rows each plot says what is not there", () => {
  const said = [
    contextPlot({ usage: [] }),
    contextPlot({ usage: [usageRow(1, null)] }),
    survivalPlot({ returned: [] }),
    skillPlot({ skills: [] }),
    shedPlot([]),
    markerPlot([]),
  ].map((spec) => wordsOf(plotSvg(spec)));
  expect(said).toEqual([
    ["No request is recorded."],
    ["No request records its size."],
    ["Nothing is recorded to have come back or to be missing."],
    ["No skill was invoked."],
    ["No compaction is recorded."],
    ["None of the markers was found."],
  ]);
});
