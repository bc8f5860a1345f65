import { describe, expect, test } from "vitest";
import { type UsageGroup, usageTotals } from "../../src/node.js";
import { temporaryFolder } from "./temporary-folder.js";

const message = (id: string, timestamp: string, input: number): string =>
  JSON.stringify({
    type: "assistant",
    timestamp,
    message: { id, model: "a", content: [], usage: { input_tokens: input } },
  });

describe("usageTotals by time", () => {
  test("sums up by hours in their order, also where the clock is put back, by weeks and by months", async () => {
    // In Berlin the hour from 2 to 3 comes twice on Sunday, 25 October 2026: 00:30Z and 01:30Z lie in them, 23:30Z on Monday.
    const times = ["2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T23:30:00Z", "2026-11-01T12:00:00Z"];
    const lines = times.map((timestamp, at) => message(`m${at}`, timestamp, 1));
    const folder = temporaryFolder([["a/1.jsonl", lines.join("\n")]]);
    const of = async (group: UsageGroup) =>
      (await usageTotals(folder, { by: [group], zone: "Europe/Berlin" })).map((row) => [
        row[group as "hour"],
        row.requests,
      ]);
    expect(await of("hour")).toEqual([
      ["2026-10-25T02:00+02:00", 1],
      ["2026-10-25T02:00+01:00", 1],
      ["2026-10-26T00:00+01:00", 1],
      ["2026-11-01T13:00+01:00", 1],
    ]);
    expect(await of("week")).toEqual([
      ["2026-10-19", 2],
      ["2026-10-26", 2],
    ]);
    expect(await of("month")).toEqual([
      ["2026-10", 3],
      ["2026-11", 1],
    ]);
  });

  test("sums up a time only: dates by the clock of the zone, the end left out, nothing without a time", async () => {
    const times = [
      "2026-03-08T22:59:59Z",
      "2026-03-08T23:00:00Z",
      "2026-03-09T22:59:59Z",
      "2026-03-09T23:00:00Z",
      "then",
    ];
    const lines = times.map((timestamp, at) => message(`m${at}`, timestamp, 10 ** at));
    // A copy that ends within a message counts at no time, though only it lies in this one.
    const cut = message("m3", "2026-03-09T12:00:00Z", 7);
    const folder = temporaryFolder([
      ["a/1.jsonl", lines.join("\n")],
      ["a/3.jsonl", `${lines[3]}\n${lines[3]}`],
      ["b/2.jsonl", cut],
    ]);
    const input = async (range: object) => (await usageTotals(folder, { zone: "Europe/Berlin", ...range }))[0]?.input;
    expect(await input({})).toBe(11111);
    expect(await input({ from: "2026-03-09" })).toBe(1110);
    expect(await input({ to: "2026-03-10" })).toBe(111);
    expect(await input({ from: "2026-03-09", to: "2026-03-10" })).toBe(110);
    expect(await input({ from: "2026-03-09", to: "2026-03-10", zone: "UTC" })).toBe(1100);
    expect(await input({ from: "2026-03-09T23:59:59" })).toBe(1100);
    expect(await input({ from: "2026-03-09T22:59:59Z", to: Date.UTC(2026, 2, 9, 23) })).toBe(100);
    expect(await input({ from: "2027-01-01" })).toBe(null);
  });

  test("a time that can't be read is wrong use", async () => {
    const folder = temporaryFolder([]);
    for (const from of ["yesterday", "2026-02-30", "2026-03-09T25:00", Number.NaN])
      await expect(usageTotals(folder, { from })).rejects.toThrow("A time is a date such as");
  });

  test("an end that is not after the start is wrong use, told by the clock of the zone", async () => {
    const folder = temporaryFolder([]);
    for (const to of ["2026-03-08", "2026-03-09", "2026-03-08T23:00:00Z", 0])
      await expect(usageTotals(folder, { from: "2026-03-09", to, zone: "Europe/Berlin" })).rejects.toThrow(
        `No time lies from "2026-03-09" on and before ${JSON.stringify(to)}; give an end after the start.`,
      );
    const rows = await usageTotals(folder, { from: "2026-03-09", to: "2026-03-08T23:00:01Z", zone: "Europe/Berlin" });
    expect(rows).toMatchObject([{ requests: 0 }]);
  });
});
