import fc from "fast-check";
import { expect, test } from "vitest";
import { between, boundaries, readTimeline, TranscriptError, turns } from "../../src/index.js";
import { transcript } from "../../src/testing.js";
import { newClock } from "../../src/timeline/clock.js";
import { timeOf } from "../../src/timeline/fields.js";

test.each([
  ["1970-01-01T00:00:01.000Z", 1000],
  ["1970-01-01T00:00:01Z", 1000],
  ["1970-01-01T00:01Z", 60_000],
  ["1970-01-01T01:00:00.000+01:00", 0],
  ["1969-12-31T16:00:00-08:00", 0],
  ["1970-01-02", 86_400_000],
  // 2024 and 2000 are leap years.
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["2000-02-29", Date.UTC(2000, 1, 29)],
  ["2026-01-31T23:59:59.999Z", Date.UTC(2026, 1, 1) - 1],
  ["2026-12-31T23:59:59.123456Z", Date.UTC(2027, 0, 1) - 877],
])("%s is a time", (text, time) => {
  expect(timeOf(text)).toBe(time);
});

test.each([
  "2026-02-30T10:00:00.000Z",
  "2026-02-29",
  "2100-02-29T00:00:00Z",
  "2026-04-31T10:00:00+02:00",
  "2026-13-01T10:00:00Z",
  "2026-00-10",
  "2026-01-00",
  "2026-01-32T00:00:00Z",
  "2026-01-01T25:00:00Z",
  "2026-01-01T10:60:00Z",
  "2026-01-01T10:00:61Z",
  // Without an offset the answer would hang on the zone of the machine that reads it.
  "2026-10-01T10:00:00",
  "1 October 2026",
  "10/01/2026",
  "2026",
  "7",
  "yesterday",
  "",
  " 2026-10-01T10:00:00Z",
  "2026-10-01T10:00:00Z (noon)",
  1_790_000_000_000,
  null,
])("%j is none", (value) => {
  expect(timeOf(value)).toBeNull();
});

test("a row whose time is none has no time, and stays in its place", async () => {
  const text = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").compact().toString();
  const timeline = await readTimeline(text.replaceAll(/"timestamp":"\d{4}-\d\d-\d\d/g, '"timestamp":"2026-02-30'));
  expect(timeline.events.map(({ at }) => at)).toEqual(timeline.events.map(() => null));
  expect(boundaries(timeline)).toMatchObject([{ at: null }]);
  const issues = timeline.issues.filter(({ code }) => code === "invalid-time");
  expect(new Set(issues.map(({ place }) => place.uuid))).toEqual(
    new Set(timeline.events.flatMap(({ place }) => place.uuid ?? [])),
  );
});

test("times in any order are those that Date gives", () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })), (dates) => {
      for (const date of dates) {
        expect(timeOf(date.toISOString())).toBe(date.getTime());
        const later = new Date(date.toISOString().replace(/T.*/, "T23:59:59.999Z"));
        expect(timeOf(later.toISOString())).toBe(later.getTime());
      }
    }),
  );
});

test("a clock reads each time of a sequence as it is read alone", () => {
  const first = Date.UTC(2026, 9, 1, 9, 15);
  const within = fc.integer({ min: 0, max: 130_000 }).map((past) => new Date(first + past).toISOString());
  const broken = fc.tuple(
    within,
    fc.integer({ min: 0, max: 24 }),
    fc.constantFrom("", "0", "6", "9", "-", ":", ".", "Z", "é"),
  );
  const spoilt = broken.map(([text, at, letter]) => text.slice(0, at) + letter + text.slice(at + 1));
  const other = fc.constantFrom(
    null,
    7,
    "",
    "2026-10-01T09:15:",
    "2026-10-01T09:15:00+0000",
    "2026-10-01T09:15:07+02:00",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 3, arbitrary: within }, spoilt, other), { maxLength: 20 }), (values) => {
      const clock = newClock();
      expect(values.map(clock)).toEqual(values.map(timeOf));
    }),
    { numRuns: 1000 },
  );
});

test("a day that there is not is no time for `between` either", async () => {
  const timeline = await readTimeline(transcript({ cliVersion: "2.1.285" }).prompt("Begin.").toString());
  for (const day of ["2026-02-30", Number.NaN]) {
    expect(() => between(timeline, day, "2027-01-01")).toThrow(TranscriptError);
    expect(() => between(timeline, day, "2027-01-01")).toThrow(/A time is epoch milliseconds, a date/);
  }
  expect(turns(between(timeline, "2026-01-01", "2028-02-29"))).toHaveLength(1);
});
