import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drift } from "../../src/index.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { answers, read } from "./answers.js";

const runs = { numRuns: 60 };
const badLine = fc.constantFrom(
  "{",
  "not json",
  '{"type":"user","message":',
  "[1,2",
  "\u0000\u0000",
  "",
  "   ",
  '"a text"',
  "17",
  "null",
);
const unknownEntry = fc.oneof(
  fc.record({
    type: fc.constantFrom("future-kind", "history-of-tides"),
    sessionId: fc.string(),
    payload: fc.jsonValue(),
  }),
  fc.record({
    type: fc.constant("attachment"),
    attachment: fc.record({ type: fc.constant("future_attachment"), content: fc.string() }),
  }),
  fc.record({ type: fc.constant("system"), subtype: fc.constant("future_subtype"), content: fc.string() }),
);

/** Puts a line in at a fraction of the file. */
const inserted = (lines: string[], line: string, at: number): string[] => {
  const index = Math.floor(at * (lines.length + 1));
  return [...lines.slice(0, index), line, ...lines.slice(index)];
};

describe("reading", () => {
  test("R2: a line that can't be read changes no answer but line numbers and issues", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession(),
        badLine,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (session, line, at) => {
          const whole = await read(session.lines());
          expect(answers(await read(inserted(session.lines(), line, at)))).toEqual(answers(whole));
        },
      ),
      runs,
    );
  });

  test("R9: an entry of an unknown kind changes no answer but drift", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession(),
        unknownEntry,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (session, entry, at) => {
          const whole = await read(session.lines());
          const more = await read(inserted(session.lines(), JSON.stringify(entry), at));
          expect(answers(more)).toEqual(answers(whole));
          expect(drift(whole)).toEqual([]);
          expect(drift(more)).toMatchObject([{ verdict: "unknown-kind", count: 1 }]);
        },
      ),
      runs,
    );
  });

  test("R8: a field of another type costs no event", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession(),
        fc.nat(),
        fc.constantFrom("timestamp", "cwd", "version", "gitBranch", "sessionId"),
        async (session, pick, field) => {
          const rows = session.rows();
          const whole = await read(rows.map((row) => JSON.stringify(row)));
          const at = pick % rows.length;
          const changed = rows.map((row, index) =>
            JSON.stringify(index === at && field in row ? { ...row, [field]: 12 } : row),
          );
          const bent = await read(changed, whole.sessionId ?? undefined);
          expect(bent.events.map((event) => event.kind)).toEqual(whole.events.map((event) => event.kind));
        },
      ),
      runs,
    );
  });

  test("P2: file order is the order, whatever the timestamps say", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession(),
        fc.array(fc.integer({ min: 0, max: 2_000_000_000_000 }), { minLength: 1 }),
        async (session, times) => {
          const rows = session.rows();
          const whole = await read(rows.map((row) => JSON.stringify(row)));
          const shaken = rows.map((row, index) =>
            JSON.stringify(
              "timestamp" in row
                ? { ...row, timestamp: new Date(times[index % times.length] as number).toISOString() }
                : row,
            ),
          );
          const timeline = await read(shaken);
          const order = (of: typeof whole) => of.events.map((event) => [event.kind, event.place.uuid, event.segment]);
          expect(order(timeline)).toEqual(order(whole));
        },
      ),
      runs,
    );
  });
});
