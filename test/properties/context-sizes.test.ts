import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaries, session as sessionRow, type Timeline } from "../../src/index.js";
import { read } from "./answers.js";
import { anySession, compactedSession } from "./compacted-session.js";

const runs = { numRuns: 60 };

interface ContextRecord {
  type: string;
  subtype?: string;
  uuid: string;
  message?: { usage?: Record<string, number> };
  compactMetadata?: { postTokens?: number; preservedMessages?: { allUuids: string[] } };
}

const sizeOf = (counted: Record<string, number> = {}): number =>
  (counted.input_tokens ?? 0) + (counted.cache_read_input_tokens ?? 0) + (counted.cache_creation_input_tokens ?? 0);

describe("sizes of the context", () => {
  test("U8: the size of the context comes from a request since the last boundary, else from the boundary, else from nowhere", async () => {
    const faults = ["late-flush", "detour"] as const;
    await fc.assert(
      fc.asyncProperty(
        anySession({ faults }),
        fc.constantFrom("as it is", "compacts", "compacts twice"),
        fc.boolean(),
        async (session, end, silent) => {
          const built = end === "as it is" ? session : session.compact({ trigger: "auto", keep: 2 });
          if (end === "compacts twice") built.compact({ trigger: "auto" });
          const rows = built.rows().map((row) => {
            const { postTokens, ...metadata } = (row.compactMetadata ?? {}) as Record<string, unknown>;
            return silent && postTokens !== undefined ? { ...row, compactMetadata: metadata } : row;
          }) as unknown as ContextRecord[];
          const timeline = await read(rows.map((row) => JSON.stringify(row)));
          const last = rows.findLastIndex((row) => row.subtype === "compact_boundary");
          const metadata = rows[last]?.compactMetadata;
          // Kept messages are of before, also where they were written behind the boundary.
          const kept = new Set(metadata?.preservedMessages?.allUuids);
          const since = rows.slice(last + 1).filter((row) => row.type === "assistant" && !kept.has(row.uuid));
          const sizes = since.map((row) => sizeOf(row.message?.usage)).filter((size) => size > 0);
          expect(sessionRow(timeline)[0]?.context).toBe(sizes.at(-1) ?? metadata?.postTokens ?? null);
          const requests = (from: number, to: number, counts: (row: ContextRecord) => boolean): number[] =>
            rows.slice(from, to).flatMap((one) => {
              const size = sizeOf(one.message?.usage);
              return one.type === "assistant" && size > 0 && counts(one) ? [size] : [];
            });
          const cuts = rows.flatMap((one, at) => (one.subtype === "compact_boundary" ? [at] : []));
          const keptAt = (cut: number | undefined): Set<string> =>
            new Set(rows[cut ?? rows.length]?.compactMetadata?.preservedMessages?.allUuids);
          for (const [index, row] of boundaries(timeline).entries()) {
            const [previous, cut, next] = [cuts[index - 1], cuts[index] as number, cuts[index + 1]];
            // What a boundary kept is of before it, wherever it stands; what the one before it kept is older still.
            const [own, older] = [keptAt(cut), keptAt(previous)];
            const late = requests(cut, next ?? rows.length, ({ uuid }) => own.has(uuid));
            const before = requests(previous ?? 0, cut, ({ uuid }) => !older.has(uuid));
            const after = requests(cut, next ?? rows.length, ({ uuid }) => !own.has(uuid));
            expect([row.lastRequestBefore, row.firstRequestAfter]).toEqual([
              late.at(-1) ?? before.at(-1) ?? null,
              after[0] ?? null,
            ]);
          }
        },
      ),
      runs,
    );
  });

  test("U9: recorded and measured sizes are fields apart, and no order between them is assumed", async () => {
    const size = fc.nat(1_000_000);
    await fc.assert(
      fc.asyncProperty(
        compactedSession({ versions: ["2.1.215", "2.1.285"] }),
        fc.array(fc.tuple(size, size), { minLength: 1, maxLength: 5 }),
        async (session, sizes) => {
          const whole = await read(session.lines());
          let at = 0;
          const rows = session.rows().map((row) => {
            if (row.subtype !== "compact_boundary") return row;
            const [preTokens, postTokens] = sizes[at++ % sizes.length] as [number, number];
            return { ...row, compactMetadata: { ...(row.compactMetadata as object), preTokens, postTokens } };
          });
          const changed = await read(rows.map((row) => JSON.stringify(row)));
          const measured = (timeline: Timeline) =>
            boundaries(timeline).map((row) => [row.uuid, row.lastRequestBefore, row.firstRequestAfter]);
          expect(measured(changed)).toEqual(measured(whole));
          const recorded = boundaries(changed).map((row) => [row.preTokens, row.postTokens, row.droppedTokens]);
          expect(recorded).toEqual(
            recorded.map((_, index) => {
              const [pre, post] = sizes[index % sizes.length] as [number, number];
              return [pre, post, pre - post];
            }),
          );
          const unlinked = session.rows().map((row) => {
            const one = row as unknown as ContextRecord;
            return one.type === "assistant" ? { ...row, message: { ...one.message, usage: undefined } } : row;
          });
          const uncounted = await read(unlinked.map((row) => JSON.stringify(row)));
          const ofRecord = (timeline: Timeline) =>
            boundaries(timeline).map((row) => [row.uuid, row.preTokens, row.postTokens, row.droppedTokens]);
          expect(ofRecord(uncounted)).toEqual(ofRecord(whole));
          for (const row of boundaries(uncounted))
            expect([row.lastRequestBefore, row.firstRequestAfter]).toEqual([null, null]);
        },
      ),
      runs,
    );
  });
});
