import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundaries,
  context,
  messages,
  missing,
  readTimeline,
  returned,
  type Timeline,
  turns,
} from "../../src/index.js";
import { type Row, transcript } from "../../src/testing.js";
import { answers, placeless, read } from "./answers.js";
import { anySession, compactedSession } from "./compacted-session.js";

const runs = { numRuns: 80 };

interface Marked {
  type: string;
  subtype?: string;
  uuid?: string;
}

interface KeptMetadata {
  preservedMessages?: { anchorUuid: string; uuids: string[]; allUuids: string[] };
  preservedSegment?: object;
}

/** A row that is known by what it hangs under: a summary, the body of a skill. */
const holdsBody = (row: Row): boolean => row.isCompactSummary === true || row.isMeta === true;

const withoutOffset = (key: string, value: unknown): unknown => (key === "offset" ? undefined : value);

const agentBoundary = (count: number): Row => ({
  type: "system",
  subtype: "compact_boundary",
  uuid: `agent-boundary-${count}`,
  parentUuid: null,
  isSidechain: true,
  agentId: "a1",
  compactMetadata: { trigger: "auto", preTokens: 9 },
});

/** The answers about one chain, wherever its rows stand. */
const answersByChain = (timeline: Timeline) => {
  const all = { ...answers(timeline), missing: placeless(missing(timeline)), context: placeless(context(timeline)) };
  return (chain: string): object =>
    Object.fromEntries(
      Object.entries(all).map(([query, rows]) => [
        query,
        rows.flatMap((row) => {
          const { sessionId: _, lastSeen: __, run: ___, ...told } = row as Record<string, unknown>;
          return told.chain === chain ? [told] : [];
        }),
      ]),
    );
};

const segmentsOf = (timeline: Timeline): Map<string, number> =>
  new Map(
    timeline.events.flatMap((event) => (event.place.uuid === null ? [] : [[event.place.uuid, event.segment] as const])),
  );

describe("compaction", () => {
  test("C1: compactions are the distinct uuids of compact boundaries, nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), fc.boolean(), async (session, twice) => {
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
      fc.asyncProperty(anySession(), fc.nat(), fc.nat(), async (session, from, length) => {
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
      fc.asyncProperty(anySession(), async (session) => {
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

  test("C4: each earlier record of the segment is kept or dropped, by the complete list, else the segment's two ends, else none", async () => {
    const form = fc.oneof(
      fc.tuple(compactedSession({ faults: ["late-flush"] }), fc.constantFrom("complete list", "short list", "none")),
      // The two ends name a segment of the file as it was written, so nothing may have moved.
      fc.tuple(compactedSession(), fc.constant("segment")),
    );
    await fc.assert(
      fc.asyncProperty(form, async ([session, by]) => {
        const named = new Map<string, string[]>();
        const rows = session.rows().map((row) => {
          const metadata = row.compactMetadata as KeptMetadata | undefined;
          if (metadata === undefined) return row;
          const { preservedMessages, preservedSegment, ...rest } = metadata;
          const all = preservedMessages?.allUuids ?? [];
          named.set(row.uuid as string, by === "none" ? [] : all);
          if (by === "none" || preservedMessages === undefined) return { ...row, compactMetadata: rest };
          if (by === "segment") return { ...row, compactMetadata: { ...rest, preservedSegment } };
          // The short list misses one; the complete one, where there is one, counts.
          const { allUuids, uuids, anchorUuid } = preservedMessages;
          const short = { anchorUuid, uuids: by === "complete list" ? uuids.slice(1) : uuids };
          const preserved = by === "complete list" ? { ...short, allUuids } : short;
          return { ...row, compactMetadata: { ...rest, preservedSegment, preservedMessages: preserved } };
        });
        const timeline = await read(rows.map((row) => JSON.stringify(row)));
        const lineOf = new Map(rows.map((row, at) => [row.uuid as string, at + 1]));
        for (const boundary of boundaries(timeline)) {
          const kept = named.get(boundary.uuid as string) ?? [];
          const back = returned(timeline).filter(
            (row) => row.boundary === boundary.boundary && row.item === "preserved",
          );
          expect(back.map((row) => row.name).sort()).toEqual([...kept].sort());
          // What stands in context right behind the boundary and was written before it was kept.
          const line = lineOf.get(boundary.uuid as string) as number;
          const before = context(timeline, { line }).flatMap((row) => (row.line < line ? [row.line] : []));
          const keptLines = kept.map((uuid) => lineOf.get(uuid) as number).filter((at) => at < line);
          for (const at of before) expect(keptLines).toContain(at);
          for (const event of timeline.events)
            if (keptLines.includes(event.place.line) && (event.kind === "prompt" || event.kind === "tool-result"))
              expect(before).toContain(event.place.line);
        }
      }),
      runs,
    );
  });

  test("a boundary belongs to the process that wrote it, also where the next one starts right behind it", async () => {
    const session = transcript({ cliVersion: "2.1.17" })
      .hook("SessionStart:resume", { command: "start" })
      .prompt("go")
      .reply("Done.")
      .compact()
      .exit()
      .resume();
    expect(boundaries(await read(session.lines())).map((row) => row.run)).toEqual([1]);
  });

  test("C5: a parent that is nowhere is one warning and costs no message; a boundary's null parent is none", async () => {
    await fc.assert(
      fc.asyncProperty(compactedSession(), fc.nat(), async (session, pick) => {
        const rows = session.rows();
        const whole = await read(rows.map((row) => JSON.stringify(row)));
        expect(whole.issues.filter((issue) => issue.code === "dangling-parent")).toEqual([]);
        const linked = rows.flatMap((row, at) => (typeof row.parentUuid === "string" && !holdsBody(row) ? [at] : []));
        const at = linked[pick % linked.length] as number;
        const cut = rows.map((row, index) => (index === at ? { ...row, parentUuid: "nowhere" } : row));
        const timeline = await read(cut.map((row) => JSON.stringify(row)));
        const dangling = timeline.issues.filter((issue) => issue.code === "dangling-parent");
        expect(dangling.map((issue) => issue.place.line)).toEqual([at + 1]);
        const told = (of: Timeline) => ({
          kinds: of.events.map((event) => [event.kind, event.chain, event.segment, event.place.uuid]),
          messages: messages(of),
          turns: turns(of),
        });
        expect(JSON.stringify(told(timeline), withoutOffset)).toBe(JSON.stringify(told(whole), withoutOffset));
      }),
      runs,
    );
  });

  test("C6: a summary belongs to the boundary before it, and a boundary without one borrows none", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession(),
        fc.array(fc.boolean(), { minLength: 1 }),
        fc.boolean(),
        async (session, leaves, aside) => {
          const built = session.compact({ summary: "one" }).prompt("on").reply("Yes.").compact({ summary: "another" });
          let count = 0;
          const own = new Map<string, Row | null>();
          const rows = built.rows().flatMap((row): Row[] => {
            if (row.subtype === "compact_boundary") own.set(row.uuid as string, null);
            if (row.isCompactSummary !== true) return [row];
            if (leaves[count++ % leaves.length]) return [];
            own.set(row.parentUuid as string, row);
            // Another chain's boundary between the two takes nothing away, and gets nothing.
            return aside ? [agentBoundary(count), row] : [row];
          });
          const timeline = await read(rows.map((row) => JSON.stringify(row)));
          const lengthOf = (row: Row | null | undefined): number | null =>
            row == null ? null : (row.message as { content: string }).content.length;
          for (const row of boundaries(timeline))
            expect(row.summaryChars).toBe(row.chain === "main" ? lengthOf(own.get(row.uuid as string)) : null);
          const without = boundaries(timeline).filter((row) => row.summaryChars === null);
          const told = timeline.issues.filter((issue) => issue.code === "summary-absent");
          expect(new Set(told.map((issue) => issue.place.uuid))).toEqual(new Set(without.map((row) => row.uuid)));
          const back = returned(timeline).filter((row) => row.item === "summary");
          expect(back.map((row) => row.evidence[0]?.uuid)).toEqual(
            [...own.values()].flatMap((row) => (row === null ? [] : [row.uuid])),
          );
        },
      ),
      runs,
    );
  });

  test("C9: a subagent's compactions change no answer about the main conversation, nor the other way round", async () => {
    const ofAgent = (uuid: string, parentUuid: string | null, more: Row): Row => ({
      uuid,
      parentUuid,
      isSidechain: true,
      agentId: "a1",
      version: "2.1.285",
      timestamp: "2026-10-01T12:00:00.000Z",
      ...more,
    });
    const says = (content: string, more: Row = {}): Row => ({
      type: "user",
      message: { role: "user", content },
      ...more,
    });
    const agentRows = [
      ofAgent("agent-1", null, says("Look.")),
      ofAgent("agent-2", null, { type: "system", subtype: "compact_boundary", compactMetadata: { preTokens: 9 } }),
      ofAgent("agent-3", "agent-2", says("Seen so far.", { isCompactSummary: true })),
      ofAgent("agent-4", "agent-3", says("Look on.")),
    ].map((row) => JSON.stringify(row));
    await fc.assert(
      fc.asyncProperty(
        compactedSession(),
        fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
        async (session, picks) => {
          const lines = session.lines();
          const places = picks.map((pick) => pick % (lines.length + 1)).sort((one, other) => one - other);
          const mixed = [...lines];
          for (const [at, place] of places.entries()) mixed.splice(place + at, 0, agentRows[at] as string);
          const together = answersByChain(await read(mixed));
          expect(together("main")).toEqual(answersByChain(await read(lines))("main"));
          expect(together("a1")).toEqual(answersByChain(await read(agentRows))("a1"));
        },
      ),
      runs,
    );
  });

  test("the stream of a session gives the same boundaries and messages as its file", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ versions: ["2.1.285"] }), async (session) => {
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
