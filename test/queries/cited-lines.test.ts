import fc from "fast-check";
import { expect, test } from "vitest";
import { budgetDeviations, context, forecast, readTimeline, skills } from "../../src/index.js";
import { transcript } from "../../src/testing.js";
import { anySession } from "../properties/compacted-session.js";

test("context at a line holds nothing that stands behind it, in any session", async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (session) => {
      const timeline = await readTimeline(session.toString());
      const lines = new Set(timeline.events.map(({ place }) => place.line));
      for (const line of lines)
        expect(
          context(timeline, { line })
            .filter((row) => row.line > line)
            .map((row) => row.line),
        ).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

const invoked = () =>
  transcript({ cliVersion: "2.1.285", ambient: false }).prompt("Begin.").skill("deploy", "Deploy it.").reply("Done.");

test("a forecast cites where a skill stood last: at its invocation, then where a boundary brought it back", async () => {
  const session = invoked();
  const cited = async () => {
    const timeline = await readTimeline(session.toString());
    const [skill] = forecast(timeline).filter(({ item }) => item === "skill");
    const carriers = timeline.events.filter(
      (event) => event.kind === "skill-body" || (event.kind === "attachment" && event.carrier === "invoked_skills"),
    );
    return [skill?.evidence[0]?.line, carriers.at(-1)?.place.line, carriers.length];
  };
  const [atFirst, body] = await cited();
  expect(atFirst).toBe(body);
  session.compact({ keep: 0 }).prompt("On.").reply("Yes.");
  const [then, broughtBack, carriers] = await cited();
  expect(carriers).toBe(2);
  expect(then).toBe(broughtBack);
});

test("what was kept as a message cites its line once, and the boundary that lists it", async () => {
  const timeline = await readTimeline(invoked().compact({ keep: 2, skills: false }).toString());
  const lineOf = (kind: string) => timeline.events.find((event) => event.kind === kind)?.place.line;
  const [row] = skills(timeline);
  expect([row?.fate, row?.evidence.map(({ line }) => line)]).toEqual([
    "kept",
    [lineOf("skill-body"), lineOf("boundary")],
  ]);
  const [deviation] = budgetDeviations(timeline);
  expect(deviation?.evidence.map(({ line }) => line)).toEqual([lineOf("skill-body"), lineOf("boundary")]);
});
