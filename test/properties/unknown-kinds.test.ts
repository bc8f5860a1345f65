import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drift, runs as runsOfFile } from "../../src/index.js";
import { answers, everyAnswer, inserted, read } from "./answers.js";
import { anySession } from "./compacted-session.js";

const runs = { numRuns: 60 };
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

describe("entries of unknown kinds", () => {
  test("R9: an entry of an unknown kind changes no answer but drift", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession(),
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

  const moment = fc.constantFrom("2001-01-01T00:00:00.000Z", "2026-10-01T09:00:30.000Z", "2099-01-01T00:00:00.000Z");

  test("R9: an unknown entry in the middle of the links, with a time of its own, changes no answer of any query", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession(),
        unknownEntry,
        fc.nat(),
        moment,
        fc.boolean(),
        async (session, entry, pick, timestamp, between) => {
          const rows = session.rows();
          const at = pick % rows.length;
          const row = rows[at] as (typeof rows)[number];
          const elsewhere = {
            cwd: "/elsewhere",
            gitBranch: "other",
            version: "2.9.9",
            entrypoint: "sdk",
            session_id: "p9",
          };
          const linked = { ...entry, ...elsewhere, uuid: "unknown-1", sessionId: session.sessionId, timestamp };
          const parentUuid = row.parentUuid ?? session.lastUuid;
          // A summary and the body of a skill are known by what they hang under: these stay there.
          const stays = row.isCompactSummary === true || row.isMeta === true;
          const moves = between && typeof row.parentUuid === "string" && !stays;
          const lines = (one: object | null, moved: boolean): string[] => [
            ...rows.slice(0, at).map((other) => JSON.stringify(other)),
            one === null ? "" : JSON.stringify(one),
            JSON.stringify(moved ? { ...row, parentUuid: "unknown-1" } : row),
            ...rows.slice(at + 1).map((other) => JSON.stringify(other)),
          ];
          // A blank line in its place keeps the line numbers.
          const whole = await read(lines(null, false));
          const more = await read(lines({ ...linked, parentUuid }, moves));
          expect(everyAnswer(more)).toEqual(everyAnswer(whole));
        },
      ),
      runs,
    );
  });

  test("R9: an unknown entry gives no run its time", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), unknownEntry, moment, async (session, entry, timestamp) => {
        const linked = { ...entry, uuid: "unknown-1", parentUuid: null, sessionId: session.sessionId, timestamp };
        const times = async (lines: string[]) => runsOfFile(await read(lines)).map((row) => row.at);
        expect(await times([JSON.stringify(linked), ...session.lines()])).toEqual(await times(session.lines()));
      }),
      runs,
    );
  });
});
