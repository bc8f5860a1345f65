import fc from "fast-check";
import { expect, test } from "vitest";
import { between, boundaries, readTimeline, TranscriptError, turns } from "../../src/index.js";
import { transcript } from "../../src/testing.js";
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

test("a day that there is not is no time for `between` either", async () => {
  const timeline = await readTimeline(transcript({ cliVersion: "2.1.285" }).prompt("Begin.").toString());
  for (const day of ["2026-02-30", Number.NaN]) {
    expect(() => between(timeline, day, "2027-01-01")).toThrow(TranscriptError);
    expect(() => between(timeline, day, "2027-01-01")).toThrow(/A time is epoch milliseconds, a date/);
  }
  expect(turns(between(timeline, "2026-01-01", "2028-02-29"))).toHaveLength(1);
});
