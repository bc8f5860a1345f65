import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundaries,
  type Event,
  readTimeline,
  returned,
  session,
  type Timeline,
  TranscriptError,
  tools,
  turns,
  usage,
} from "../../src/index.js";
import { handover } from "../../src/queries/handover.js";
import { hooks } from "../../src/queries/hooks.js";
import { missing } from "../../src/queries/missing.js";
import { skills } from "../../src/queries/skills.js";
import { transcript } from "../../src/testing.js";
import { clusters } from "../../src/timeline/clusters.js";
import { between, chain, segment } from "../../src/timeline/narrow.js";
import { anySession } from "../properties/compacted-session.js";
import { compactedTwice } from "./compacted-twice.js";

const runs = { numRuns: 60 };

const ofMain = (timeline: Timeline): Event[] => timeline.events.filter((event) => event.chain === "main");

/** All that can be asked of any timeline without an option. */
const askEverything = (timeline: Timeline): unknown[] => [
  boundaries(timeline),
  returned(timeline),
  missing(timeline),
  skills(timeline),
  hooks(timeline),
  usage(timeline),
  turns(timeline),
  tools(timeline),
  session(timeline),
  handover(timeline),
];

const texts = (timeline: Timeline): string[] =>
  timeline.events.flatMap((event) =>
    event.kind === "prompt" || event.kind === "reply" || event.kind === "summary" ? [event.text] : [],
  );

describe("segment", () => {
  test("a segment holds its boundary, the messages that were kept, the summary, and what followed", async () => {
    const timeline = await readTimeline(compactedTwice().toString());
    expect(texts(segment(timeline, 0)).filter((text) => text !== "")).toEqual(["One", "First."]);
    const middle = segment(timeline, 1);
    expect(texts(middle).filter((text) => text !== "")).toEqual(["First.", "Sum of one.", "Two", "Second."]);
    expect(boundaries(middle).map((row) => row.boundary)).toEqual([1]);
    expect(boundaries(middle)[0]?.preserved).toBe(boundaries(timeline)[0]?.preserved);
    expect(texts(segment(timeline, 2)).at(-1)).toBe("Third.");
  });

  test("a negative number counts from the end, and one that does not exist is empty", async () => {
    const timeline = await readTimeline(compactedTwice().toString());
    for (const n of [0, 1, 2]) expect(segment(timeline, n - 3)).toEqual(segment(timeline, n));
    for (const n of [3, -4]) expect(segment(timeline, n).events).toEqual([]);
    const plain = await readTimeline(transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.").toString());
    expect(segment(plain, -1).events).toEqual(ofMain(plain));
  });

  test("a segment that is no whole number is wrong use", async () => {
    const timeline = await readTimeline(compactedTwice().toString());
    for (const n of [0.5, Number.NaN]) expect(() => segment(timeline, n)).toThrow(TranscriptError);
  });

  test("an unreadable line stays with the row before it", async () => {
    const timeline = await readTimeline(compactedTwice().toString());
    const unreadable = (view: Timeline) => view.issues.filter((issue) => issue.code === "unreadable-line").length;
    expect([unreadable(timeline), ...[0, 1, 2].map((n) => unreadable(segment(timeline, n)))]).toEqual([1, 0, 1, 0]);
  });

  test("the segments of a chain cover it, and share kept messages only", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ faults: ["late-flush", "detour", "copy"] }), async (built) => {
        const timeline = await readTimeline(built.toString());
        const cut = clusters(timeline).filter(({ boundary }) => boundary.chain === "main");
        const kept = new Set(cut.flatMap((one) => one.kept));
        const seen = new Map<Event, number>();
        for (let n = 0; n <= cut.length; n++)
          for (const event of segment(timeline, n).events) seen.set(event, (seen.get(event) ?? 0) + 1);
        expect(new Set(seen.keys())).toEqual(new Set(ofMain(timeline)));
        for (const [event, times] of seen) if (!kept.has(event)) expect(times).toBe(1);
      }),
      runs,
    );
  });
});

describe("between", () => {
  test("takes what was written from the first time up to the second, bookkeeping with the row before it", async () => {
    const start = Date.parse("2026-10-01T09:00:00Z");
    const built = transcript({ cliVersion: "2.1.285", start })
      .prompt("Early")
      .reply("Yes.")
      .wait(3_600_000)
      .prompt("Late")
      .reply("Done.");
    const timeline = await readTimeline(built.toString());
    const late = between(timeline, "2026-10-01T10:00:00Z", "2026-10-02");
    expect(texts(late)).toEqual(["Late", "Done."]);
    expect(between(timeline, "2026-10-01T12:00:00+02:00", Date.parse("2026-10-02"))).toEqual(late);
    const early = between(timeline, start, "2026-10-01T10:00:00Z");
    expect(early.events.length + late.events.length).toBe(timeline.events.length);
    const times = timeline.events.filter((event) => event.at !== null).map((event) => event.at);
    expect(between(timeline, times[0] as number, times[0] as number).events).toEqual([]);
  });

  test("neighbouring times share nothing and lose nothing", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), fc.nat({ max: 40 * 3_600_000 }), async (built, after) => {
        const timeline = await readTimeline(built.toString());
        const middle = Date.parse("2026-10-01T09:00:00Z") + after;
        const parts = [between(timeline, 0, middle), between(timeline, middle, "2100-01-01")];
        const events = parts.flatMap((part) => part.events);
        expect(events).toHaveLength(timeline.events.length);
        expect(new Set(events)).toEqual(new Set(timeline.events));
      }),
      runs,
    );
  });

  test("a time that says no zone is wrong use", async () => {
    const timeline = await readTimeline(compactedTwice().toString());
    for (const time of ["2026-10-01T09:00:00", "yesterday", Number.NaN])
      expect(() => between(timeline, time, "2026-10-02")).toThrow(TranscriptError);
  });
});

describe("chain", () => {
  test("takes one conversation and counts it alone", async () => {
    const timeline = await readTimeline(compactedTwice().toString());
    const main = chain(timeline, "main");
    expect(main.events).toEqual(ofMain(timeline));
    expect(main.chains).toEqual([{ chain: "main", events: main.events.length, spawnedBy: null }]);
    expect(chain(timeline, "nobody").events).toEqual([]);
  });
});

describe("a narrowed timeline", () => {
  test("answers every query, is a timeline of its own, and leaves the given one alone", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession({ faults: ["unreadable-line", "copy"] }),
        fc.integer({ min: -3, max: 3 }),
        async (built, n) => {
          const timeline = await readTimeline(built.toString());
          const before = askEverything(timeline);
          const middle = timeline.events[Math.floor(timeline.events.length / 2)]?.at ?? 0;
          for (const view of [segment(timeline, n), between(timeline, 0, middle), chain(timeline, "main")]) {
            expect(view).not.toBe(timeline);
            expect(askEverything(view)).toHaveLength(before.length);
            const places = new Set(view.events.map((event) => event.place));
            for (const row of [...turns(view), ...tools(view)]) expect(places).toContain(row.evidence[0]);
            for (const issue of view.issues) expect(timeline.issues).toContain(issue);
          }
          expect(askEverything(timeline)).toEqual(before);
        },
      ),
      { numRuns: 30 },
    );
  });
});
