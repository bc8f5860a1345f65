import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { day, hour, month, week } from "../../src/tables/buckets.js";
import { inRange } from "../../src/tables/time-range.js";

const before = process.env.TZ;

afterEach(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

/** Node takes another zone as that of the machine as soon as the variable is set. */
function onMachineIn(zone: string): void {
  process.env.TZ = zone;
}

const zones = ["UTC", "America/Los_Angeles", "Europe/London", "Asia/Beirut", "Asia/Kathmandu", "Australia/Lord_Howe"];
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2040, 0, 1) });

describe("this machine's clock", () => {
  it("is another one in another zone", () => {
    const at = Date.parse("2026-03-09T06:59:59.999Z");
    onMachineIn("America/Los_Angeles");
    expect([day, week, month, hour].map((of) => of()({ at }))).toEqual([
      "2026-03-08",
      "2026-03-02",
      "2026-03",
      "2026-03-08T23:00-07:00",
    ]);
    onMachineIn("Asia/Kathmandu");
    expect(hour()({ at })).toBe("2026-03-09T12:00+05:45");
  });

  it("gives the buckets that its zone gives by name", () => {
    fc.assert(
      fc.property(zone, instant, (zone, at) => {
        onMachineIn(zone);
        for (const of of [day, week, month, hour]) expect(of()({ at })).toBe(of(zone)({ at }));
      }),
      { numRuns: 1000 },
    );
  });

  it("begins and ends a range where its zone does by name", () => {
    const minutes = fc.integer({ min: 0, max: 366 * 24 * 60 - 1 });
    fc.assert(
      fc.property(zone, minutes, fc.integer({ min: -90, max: 90 }), (zone, minute, distance) => {
        onMachineIn(zone);
        const from = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString().slice(0, -8);
        const at = +new Date(from) + distance * 60_000;
        expect(inRange({ from })({ at })).toBe(inRange({ from }, zone)({ at }));
      }),
      { numRuns: 1000 },
    );
  });
});
