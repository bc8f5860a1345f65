import { describe, expect, test } from "vitest";
import * as door from "../../src/index.js";
import { transcript } from "../../src/testing.js";

const ofOne = [
  "boundaries",
  "branches",
  "budgetDeviations",
  "check",
  "conflicts",
  "context",
  "contextChange",
  "directories",
  "forecast",
  "handover",
  "hooks",
  "listings",
  "messages",
  "missing",
  "redact",
  "returned",
  "runs",
  "session",
  "skills",
  "tools",
  "turns",
] as const;
const ofSeveral = ["claims", "drift", "forecastScore", "survival", "usage"] as const;

const timeline = await door.readTimeline(transcript({ cliVersion: "2.1.285" }).prompt("Go.").reply("Done.").toString());
const asked = (query: string, what: unknown) =>
  (door as unknown as Record<string, (asked: unknown) => unknown>)[query]?.(what);

describe("what is no timeline is wrong use, told in words", () => {
  test.each([...ofOne, ...ofSeveral])("%s", (query) => {
    expect(() => asked(query, timeline)).not.toThrow();
    for (const what of [
      undefined,
      null,
      5,
      "session.jsonl",
      {},
      ...(ofOne.includes(query as never) ? [[timeline]] : [["x"]]),
    ])
      expect(() => asked(query, what), String(what)).toThrow(/ is no timeline; ask of one, as `await openTimeline/);
  });

  test("trace takes a list of markers", () => {
    expect(() => door.trace("x" as never, ["a"])).toThrow(/ is no timeline; /);
    for (const markers of [undefined, 5]) expect(() => door.trace(timeline, markers as never)).toThrow(/ is no list; /);
  });
});
