import { expect, test } from "vitest";
import { missing, readTimeline } from "../../../src/index.js";
import { transcript } from "../../../src/testing.js";
import { operation, sent, sum } from "./sent.js";

test("what no record can tell is not counted as missing, but by itself", async () => {
  // This version writes no record of skills that it attaches again.
  const timeline = await readTimeline(
    transcript({ cliVersion: "2.1.20" })
      .prompt("go")
      .skill("deploy", "Always tag first.")
      .reply("Done.")
      .compact({ trigger: "manual", preTokens: 90_000 })
      .prompt("Go on.")
      .reply("Yes.")
      .toString(),
  );
  const unclear = missing(timeline).filter(({ reason }) => reason === "not-recorded");
  expect(unclear.map(({ item, name }) => [item, name])).toEqual([["skill", "deploy"]]);
  const { spans, points } = await sent([timeline], { names: true });
  const [root] = spans.filter(operation("invoke_workflow"));
  expect(root?.events[0]?.attributes).toMatchObject({
    "tidemark.missing.count": 1,
    "tidemark.missing.summary-only": 1,
    "tidemark.missing.names": ["other conversation: summary-only"],
    "tidemark.not_recorded.count": 1,
    "tidemark.not_recorded.skill": 1,
    "tidemark.not_recorded.names": ["skill deploy"],
  });
  expect(root?.events[0]?.attributes).not.toHaveProperty("tidemark.missing.not-recorded");
  const found = points.filter(({ name }) => name === "tidemark.missing" || name === "tidemark.not_recorded");
  expect(found.map(({ name, attributes, value }) => [name, attributes, value])).toEqual([
    ["tidemark.missing", { "tidemark.reason": "summary-only" }, 1],
    ["tidemark.not_recorded", { "tidemark.item": "skill" }, 1],
  ]);
});

test("durations of minutes are told apart, up to an hour", async () => {
  const session = transcript({ cliVersion: "2.1.285" }).prompt("go");
  for (const seconds of [30, 100, 150, 3000, 5000]) session.compact({ durationMs: seconds * 1000 }).prompt("Go on.");
  const { points } = await sent([await readTimeline(session.toString())]);
  const found = points.find(({ name }) => name === "tidemark.compaction.duration");
  const { bounds, buckets } = found as { bounds: number[]; buckets: number[] };
  const upTo = (seconds: number) => sum(buckets.slice(0, bounds.filter((bound) => bound <= seconds).length));
  expect([40.96, 120, 180, 1800, 3600, Number.POSITIVE_INFINITY].map(upTo)).toEqual([1, 2, 3, 3, 4, 4]);
  expect(sum(buckets)).toBe(5);
});
