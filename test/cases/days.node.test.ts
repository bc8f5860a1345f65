import { messages, usage } from "../../src/node.js";
import { day } from "../../src/tables/buckets.js";
import { count, max, sum } from "../../src/tables/measures.js";
import { rollup } from "../../src/tables/rollup.js";
import { caseTest, expect, openCase } from "./open-case.js";

caseTest(
  "B048",
  "a day begins where the zone says, at a clock change too, and depends on the instant only",
  async () => {
    const timeline = await openCase("B048");
    const outputs = (zone: string) =>
      rollup(usage(timeline), { day: day(zone) }, { output: sum("output") }).map((row) => [row.day, row.output]);
    expect(outputs("UTC")).toEqual([
      ["2026-01-25", 10],
      ["2026-03-08", 20],
      ["2026-03-09", 120],
    ]);
    expect(outputs("America/Los_Angeles")).toEqual([
      ["2026-01-24", 10],
      ["2026-03-08", 20],
      ["2026-03-09", 120],
    ]);
    expect(outputs("Asia/Tokyo")).toEqual([
      ["2026-01-25", 10],
      ["2026-03-08", 20],
      ["2026-03-09", 40],
      ["2026-03-10", 80],
    ]);
    for (const zone of Intl.supportedValuesOf("timeZone"))
      expect(outputs(zone).reduce((total, [, output]) => total + Number(output), 0)).toBe(150);

    const prompts = timeline.events.flatMap((event) => (event.kind === "prompt" && event.typed ? [event] : []));
    expect(rollup(prompts, { day: day("America/Los_Angeles") }, { prompts: count() })).toEqual([
      { day: "2026-01-24", prompts: 1 },
      { day: "2026-03-08", prompts: 2 },
      { day: "2026-03-09", prompts: 1 },
    ]);
    expect(rollup(messages(timeline), {}, { last: max("at") })).toEqual([
      { last: Date.parse("2026-03-09T16:00:05.000Z") },
    ]);
    expect(timeline.issues).toEqual([]);
  },
);
