import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  between,
  boundaries,
  branches,
  budgetDeviations,
  chain,
  conflicts,
  context,
  contextChange,
  forecast,
  handover,
  hooks,
  listings,
  messages,
  missing,
  type Row,
  readTimeline,
  redact,
  returned,
  runs as runsIn,
  segment,
  skills,
  type Timeline,
  tools,
  turns,
  usage,
} from "../../src/index.js";
import { transcript } from "../../src/testing.js";
import { anySession } from "../properties/compacted-session.js";
import { compactedTwice } from "./compacted-twice.js";

describe("a narrowed timeline", () => {
  test("answers about what stands in it as the whole one did, and about all of it", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession({ faults: ["late-flush", "detour", "copy"] }),
        fc.nat(),
        fc.integer({ min: -3, max: 3 }),
        async (built, at, n) => {
          const timeline = await readTimeline(built.toString());
          const middle = timeline.events[at % (timeline.events.length + 1)]?.at ?? 0;
          const halves = [between(timeline, 0, middle), between(timeline, middle, "2100-01-01")];
          const views = [segment(timeline, n), chain(timeline, "main"), segment(halves[1] as Timeline, n), ...halves];
          for (const ask of ofBoundaries) {
            const whole: BoundaryOf[] = ask(timeline);
            for (const view of views) {
              const inside = new Set(
                view.events
                  .filter((event) => event.kind === "boundary")
                  .map((event) => keyOf(event.chain, event.ordinal)),
              );
              expect(ask(view), ask.name).toEqual(whole.filter((row) => inside.has(keyOf(row.chain, row.boundary))));
            }
          }
          for (const ask of ofEvents) {
            const whole: Row[] = ask(timeline);
            for (const view of views) for (const row of ask(view)) expect(whole, ask.name).toContainEqual(row);
          }
          for (const ask of [turns, tools, messages, usage, hooks, branches]) {
            const whole: Row[] = ask(timeline);
            expect(
              halves.flatMap((half): Row[] => ask(half)),
              ask.name,
            ).toHaveLength(whole.length);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("knows what it leaves out: earlier copies, a later edit, sizes and totals before it", async () => {
    const rules = { path: "/home/dev/project/CLAUDE.md", content: "Use tabs." };
    const built = transcript({ cliVersion: "2.1.285" })
      .instructions([rules])
      .prompt("Begin.")
      .skill("deploy", "Tag first.")
      .reply("Begun.")
      .write(rules.path, "Use spaces.")
      .reply("Written.")
      .compact()
      .prompt("Go on.")
      .reply("Done.")
      .compact({ keep: 0 });
    const timeline = await readTimeline(built.toString());
    const last = segment(timeline, -1);
    expect(last.events[0]?.kind).toBe("boundary");
    const [row] = boundaries(last);
    expect(row).toEqual(boundaries(timeline)[1]);
    expect(row?.logicalParent).toBe("in-file");
    expect(row?.lastRequestBefore).toBeGreaterThan(0);
    const middle = returned(segment(timeline, 1));
    expect(middle.find(({ item }) => item === "skill")).toMatchObject({ relation: "equal", source: "invocation" });
    expect(middle.find(({ item }) => item === "instructions")).toMatchObject({ relation: "equal", changedSince: true });
    expect(missing(last).map(({ item }) => item)).toContain("other");
    // The last skill, and what is in force at the end of a part, were there before it.
    expect(
      forecast(last)
        .filter(({ item }) => item === "skill")
        .map(({ name }) => name),
    ).toEqual(["deploy"]);
    expect(forecast(segment(timeline, 0)).map(({ name }) => name)).toContain(rules.path);
    expect(context(segment(timeline, 0)).at(-1)?.line).toBe(
      segment(timeline, 0).events.findLast(({ kind }) => kind === "reply")?.place.line,
    );
  });

  test("makes the note of its end, which knows of nothing behind it", async () => {
    const timeline = await readTimeline(compactedTwice().tool("Bash", { command: "ls" }, "a.ts").toString());
    const notes = [handover(timeline, { before: 1 }), handover(timeline, { before: 2 }), handover(timeline)];
    for (const [n, note] of notes.entries()) {
      expect(note.length).toBeGreaterThan(0);
      expect(handover(segment(timeline, n))).toEqual(note);
    }
    const early = between(timeline, 0, timeline.events.find(({ kind }) => kind === "reply")?.at ?? 0);
    const last = early.events.at(-1)?.place.line as number;
    for (const { line } of handover(early)) expect(line).toBeLessThanOrEqual(last);
  });

  test("that is redacted holds no secret in what it leaves out, and answers as before", async () => {
    const secret = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    const timeline = await readTimeline(
      transcript({ cliVersion: "2.1.285" })
        .prompt(`Use ${secret}.`)
        .reply("Used.")
        .compact()
        .prompt("Go on.")
        .reply("Done.")
        .toString(),
    );
    const shared = redact(segment(timeline, 1));
    expect(JSON.stringify(shared)).not.toContain(secret);
    expect(boundaries(shared)).toEqual(boundaries(segment(timeline, 1)));
    expect(turns(shared).map(({ turn, prompt }) => [turn, prompt])).toEqual([[2, "Go on."]]);
  });
});

interface BoundaryOf {
  chain: string;
  boundary: number | null;
}

const keyOf = (chain: string, boundary: number | null): string => `${chain} ${boundary}`;

/** Queries whose rows are about a boundary. */
const ofBoundaries: ((timeline: Timeline) => BoundaryOf[])[] = [
  boundaries,
  returned,
  missing,
  conflicts,
  contextChange,
  budgetDeviations,
];

/** Queries whose rows are about something that stands in the timeline. */
const ofEvents: ((timeline: Timeline) => Row[])[] = [
  skills,
  hooks,
  turns,
  tools,
  messages,
  usage,
  branches,
  runsIn,
  listings,
];
