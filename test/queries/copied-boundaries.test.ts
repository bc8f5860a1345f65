import { expect, test } from "vitest";
import { forecastScore, readTimeline, survival } from "../../src/index.js";
import { fleetPart, fleetReport } from "../../src/systems/report/fleet-report.js";
import { type Transcript, transcript } from "../../src/testing.js";

const original = transcript({ cliVersion: "2.1.285" })
  .prompt("Begin.")
  .skill("check", "Check.")
  .reply("1")
  .compact({ keep: 0 })
  .prompt("On.")
  .reply("2")
  .exit();
const fork = original.fork().prompt("Another way.").reply("3").compact({ keep: 0 }).prompt("On.").reply("4");
const timelineOf = (session: Transcript) => readTimeline(session.toString());
const read = Promise.all([timelineOf(original), timelineOf(fork)]);

const skill = (rows: ReturnType<typeof survival>) => rows.find(({ item, by }) => item === "skill" && by === "all");

test("survival counts a boundary that a fork copied once", async () => {
  const [first, second] = await read;
  expect(skill(survival(first))).toMatchObject({ n: 1, survived: 1 });
  expect(skill(survival(second))).toMatchObject({ n: 2 });
  const both = skill(survival(await read));
  expect(both).toMatchObject({ n: 2, sessionId: null });
  expect(both?.evidence.map(({ uuid }) => uuid)).toEqual(skill(survival(second))?.evidence.map(({ uuid }) => uuid));
});

test("the score of forecasts counts it once too", async () => {
  const skills = (...given: Parameters<typeof forecastScore>) =>
    forecastScore(...given).find(({ item }) => item === "skill");
  const [, second] = await read;
  const alone = skills(second);
  expect(alone).toMatchObject({ boundaries: 2 });
  expect(skills(await read)).toEqual({ ...alone, sessionId: null, evidence: expect.any(Array) });
});

test("a report of many sessions sums it once, and shows it in each session that holds it", async () => {
  const report = fleetReport(
    (await read).map((timeline) => fleetPart(timeline, false)),
    false,
  );
  expect(report.sessions.map(({ compactions }) => compactions)).toEqual([1, 2]);
  expect(report.compactions).toHaveLength(2);
  expect(skill(report.survival)).toMatchObject({ n: 2 });
});
