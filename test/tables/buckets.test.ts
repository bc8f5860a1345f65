import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bucket, day, hour, month, week } from "../../src/tables/buckets.js";
import { count, sum } from "../../src/tables/measures.js";
import { rollup } from "../../src/tables/rollup.js";

const at = (text: string) => ({ at: Date.parse(text) });
const zones = [...Intl.supportedValuesOf("timeZone"), "UTC"];
const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });

describe("a bucket", () => {
  it("is the day, the week by its Monday, the month and the hour of the zone's clock", () => {
    const row = at("2026-03-09T06:59:59.999Z");
    expect([day, week, month, hour].map((of) => of("America/Los_Angeles")(row))).toEqual([
      "2026-03-08",
      "2026-03-02",
      "2026-03",
      "2026-03-08T23:00-07:00",
    ]);
    expect([day, week, month, hour].map((of) => of("UTC")(row))).toEqual([
      "2026-03-09",
      "2026-03-09",
      "2026-03",
      "2026-03-09T06:00Z",
    ]);
  });

  it("begins at midnight of the zone, also on the day of a clock change", () => {
    const losAngeles = day("America/Los_Angeles");
    expect(losAngeles(at("2026-03-08T07:59:59.999Z"))).toBe("2026-03-07");
    expect(losAngeles(at("2026-03-08T08:00:00.000Z"))).toBe("2026-03-08");
    expect(losAngeles(at("2026-03-09T07:00:00.000Z"))).toBe("2026-03-09");
    // In Beirut the clock went from 24:00 to 1:00, so that this day has no midnight.
    expect(day("Asia/Beirut")(at("2026-03-28T21:59:59Z"))).toBe("2026-03-28");
    expect(day("Asia/Beirut")(at("2026-03-28T22:00:00Z"))).toBe("2026-03-29");
  });

  it("tells the two hours apart that a clock shows twice", () => {
    const losAngeles = hour("America/Los_Angeles");
    expect(losAngeles(at("2026-11-01T08:30:00Z"))).toBe("2026-11-01T01:00-07:00");
    expect(losAngeles(at("2026-11-01T09:30:00Z"))).toBe("2026-11-01T01:00-08:00");
    expect(hour("Asia/Kathmandu")(at("2026-01-01T00:00:00Z"))).toBe("2026-01-01T05:00+05:45");
  });

  it("of a week holds the turn of the year", () => {
    expect(week("Asia/Tokyo")(at("2027-01-03T14:59:59Z"))).toBe("2026-12-28");
    expect(week("Asia/Tokyo")(at("2027-01-03T15:00:00Z"))).toBe("2027-01-04");
  });

  it("is null where there is no time, or none that a date can hold", () => {
    for (const time of [null, Number.NaN, Number.POSITIVE_INFINITY, 1e300, -8.64e15, 8.64e15 + 1])
      for (const of of [day, week, month, hour]) expect(of("Pacific/Kiritimati")({ at: time })).toBeNull();
  });

  it("of an unknown zone is wrong use", () => {
    for (const zone of ["Europe/Londn", "", "__proto__", "Mars"])
      expect(() => day(zone)).toThrow("give an IANA name such as");
  });

  it("of a day is the one that Intl shows", () => {
    const formats = new Map(
      zones.map((zone) => [zone, new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" })]),
    );
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, time) => {
        expect(day(zone)({ at: time })).toBe(formats.get(zone)?.format(time));
      }),
      { numRuns: 1000 },
    );
  });

  it("of a week is a Monday at most six days before the day", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, time) => {
        const monday = Date.parse(`${week(zone)({ at: time })}T00:00Z`);
        const days = (Date.parse(`${day(zone)({ at: time })}T00:00Z`) - monday) / 86_400_000;
        expect(new Date(monday).getUTCDay()).toBe(1);
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThan(7);
      }),
    );
  });

  it("U6: the sum over buckets is the total, in every zone", () => {
    const row = fc.record({ at: fc.option(instant), output: fc.option(fc.integer({ min: 0, max: 1_000_000 })) });
    const rows = fc.sample(fc.array(row, { minLength: 5, maxLength: 20 }), { numRuns: 1, seed: 6 })[0] ?? [];
    const total = rows.reduce((all, one) => all + (one.output ?? 0), 0);
    for (const zone of zones)
      for (const of of [day, week, month, hour] as ((zone: string) => Bucket)[]) {
        const rolled = rollup(rows, { bucket: of(zone) }, { rows: count(), output: sum("output") });
        expect(
          rolled.reduce((all, group) => all + group.rows, 0),
          zone,
        ).toBe(rows.length);
        expect(
          rolled.reduce((all, group) => all + (group.output ?? 0), 0),
          zone,
        ).toBe(total);
        expect(new Set(rolled.map((group) => group.bucket)).size, zone).toBe(rolled.length);
      }
  });
});
