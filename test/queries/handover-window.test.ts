import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Event, readTimeline, type Timeline, TranscriptError } from "../../src/index.js";
import { type HandoverWindow, handoverWindow } from "../../src/queries/handover/window.js";
import { transcript } from "../../src/testing.js";
import { clusters } from "../../src/timeline/clusters.js";
import { anySession } from "../properties/compacted-session.js";

const mainCuts = (timeline: Timeline) => clusters(timeline).filter(({ boundary }) => boundary.chain === "main");

const eventsOf = ({ boundary, summary, kept, rest }: HandoverWindow): Event[] => [
  ...[boundary, summary].filter((one) => one !== null),
  ...kept,
  ...rest,
];

describe("the window of a hand-over note", () => {
  test("P4: successive windows cover the main conversation and share kept messages only", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ faults: ["late-flush", "detour", "copy", "stray-session"] }), async (built) => {
        const timeline = await readTimeline(built.toString());
        const cuts = mainCuts(timeline);
        const windows = [
          ...cuts.map(({ boundary }) => handoverWindow(timeline, { before: boundary.ordinal })),
          handoverWindow(timeline),
        ];
        const kept = new Set(cuts.flatMap((one) => one.kept));
        const seen = new Map<Event, number>();
        for (const window of windows) {
          const events = eventsOf(window);
          expect(new Set(events).size).toBe(events.length);
          for (const event of events) seen.set(event, (seen.get(event) ?? 0) + 1);
        }
        expect(new Set(seen.keys())).toEqual(new Set(timeline.events.filter((event) => event.chain === "main")));
        for (const [event, times] of seen) if (!kept.has(event)) expect(times).toBe(1);
        if (cuts.length > 0) expect(windows[0]).toMatchObject({ rule: "before-boundary", boundary: null, kept: [] });
        expect(windows.at(-1)?.rule).toBe(cuts.length > 0 ? "since-boundary" : "whole-file");
      }),
      { numRuns: 80 },
    );
  });

  test("a boundary that does not exist is wrong use, and the message names those that do", async () => {
    const built = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .reply("Done.")
      .compact()
      .prompt("on")
      .reply("Yes.");
    const timeline = await readTimeline(built.toString());
    for (const before of [0, 2, 1.5]) expect(() => handoverWindow(timeline, { before })).toThrow(TranscriptError);
    expect(() => handoverWindow(timeline, { before: 2 })).toThrow(/no boundary 2.*\(1\)/);
  });

  test("an empty transcript has an empty window", async () => {
    expect(handoverWindow(await readTimeline(""))).toEqual({
      rule: "whole-file",
      boundary: null,
      summary: null,
      kept: [],
      rest: [],
    });
  });
});
