import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaries, readTimeline, type Timeline } from "../../src/index.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { answers, read } from "./answers.js";

const runs = { numRuns: 80 };

interface Marked {
  type: string;
  subtype?: string;
  uuid?: string;
}

const segmentsOf = (timeline: Timeline): Map<string, number> =>
  new Map(
    timeline.events.flatMap((event) => (event.place.uuid === null ? [] : [[event.place.uuid, event.segment] as const])),
  );

describe("compaction", () => {
  test("C1: compactions are the distinct uuids of compact boundaries, nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(), fc.boolean(), async (session, twice) => {
        const lines = twice ? [...session.lines(), ...session.lines()] : session.lines();
        const marked = session.rows() as unknown as Marked[];
        const uuids = marked
          .filter((row) => row.type === "system" && row.subtype === "compact_boundary")
          .map((row) => row.uuid);
        const rows = boundaries(await read(lines)).filter((row) => row.kind === "compact");
        expect(rows.map((row) => row.uuid)).toEqual(uuids);
        expect(rows.map((row) => row.boundary)).toEqual(uuids.map((_, index) => index + 1));
      }),
      runs,
    );
  });

  test("C2: appending earlier records again changes no segment and no answer", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(), fc.nat(), fc.nat(), async (session, from, length) => {
        const lines = session.lines().filter((line) => line.includes('"uuid"'));
        if (lines.length === 0) return;
        const start = from % lines.length;
        const again = lines.slice(start, start + (length % lines.length));
        const whole = await read(lines);
        const more = await read([...lines, ...again]);
        expect(segmentsOf(more)).toEqual(segmentsOf(whole));
        expect(answers(more)).toEqual(answers(whole));
        expect(more.copies).toHaveLength(again.length);
      }),
      runs,
    );
  });

  test("C3: each record lies in exactly one segment, and segments count the boundaries before it", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(), async (session) => {
        const timeline = await read(session.lines());
        const segments = segmentsOf(timeline);
        let before = 0;
        for (const row of session.rows() as unknown as Marked[]) {
          if (row.uuid === undefined) continue;
          expect(segments.get(row.uuid)).toBe(before);
          if (row.subtype === "compact_boundary") before += 1;
        }
      }),
      runs,
    );
  });

  test("C9: a subagent's compactions change no answer about the main conversation", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession({ versions: ["2.1.269", "2.1.285"] }), async (session) => {
        const whole = await read(session.lines());
        const agent = {
          type: "system",
          subtype: "compact_boundary",
          uuid: "agent-boundary",
          parentUuid: null,
          isSidechain: true,
          agentId: "a1",
          compactMetadata: { trigger: "auto", preTokens: 9 },
        };
        const more = await read([...session.lines(), JSON.stringify(agent)]);
        const main = (timeline: Timeline) =>
          boundaries(timeline)
            .filter((row) => row.chain === "main")
            .map((row) => ({ ...row, evidence: [] }));
        expect(main(more)).toEqual(main(whole));
        expect(boundaries(more).filter((row) => row.chain === "a1")).toHaveLength(1);
      }),
      runs,
    );
  });

  test("the stream of a session gives the same boundaries and messages as its file", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession({ versions: ["2.1.285"] }), async (session) => {
        // A boundary on the stream does not say whose it is, so sessions whose subagents compact are left out.
        const agents = [...session.files().values()].slice(1);
        if (agents.some((text) => text.includes("compact_boundary"))) return;
        const file = await read(session.lines());
        const stream = await readTimeline(session.toStream());
        const kept = (timeline: Timeline) =>
          boundaries(timeline).map(({ trigger, preTokens, postTokens, durationMs, summaryChars }) => ({
            trigger,
            preTokens,
            postTokens,
            durationMs,
            summaryChars,
          }));
        expect(kept(stream)).toEqual(kept(file));
        const replies = (timeline: Timeline) =>
          timeline.events.flatMap((event) =>
            event.kind === "reply" && event.chain === "main" ? [[event.messageId, event.text, event.blocks]] : [],
          );
        expect(replies(stream)).toEqual(replies(file));
      }),
      runs,
    );
  });
});
