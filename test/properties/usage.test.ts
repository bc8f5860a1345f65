import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messages, usage } from "../../src/index.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { read, totalsOf } from "./answers.js";

const runs = { numRuns: 60 };

interface AssistantRow {
  type: string;
  uuid: string;
  message: { id: string; content: { type: string }[]; usage?: Record<string, number> };
}

const assistantRows = (rows: object[]): AssistantRow[] =>
  rows.filter((row) => (row as AssistantRow).type === "assistant") as AssistantRow[];

describe("usage", () => {
  test("U1: totals depend on the set of messages only: not on repeated lines, copies in other files, their order, or request ids", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession(),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.boolean(),
        async (session, picks, swap) => {
          const lines = session.lines();
          const whole = await read(lines);
          const repeated = await read([...lines, ...picks.map((pick) => lines[pick % lines.length] as string)]);
          expect(totalsOf(repeated)).toEqual(totalsOf(whole));
          const half = await read(lines.slice(0, Math.floor(lines.length / 2)));
          expect(totalsOf(swap ? [whole, half] : [half, whole])).toMatchObject({ requests: totalsOf(whole).requests });
          const withoutIds = session.rows().map(({ requestId: _, ...row }) => JSON.stringify(row));
          expect(totalsOf(await read(withoutIds))).toEqual(totalsOf(whole));
        },
      ),
      runs,
    );
  });

  test("U2: the usage of a message stands verbatim on the line of it with the highest output", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession(),
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 }),
        async (session, outputs) => {
          const rows = session.rows().map((row, index) => {
            const one = row as unknown as AssistantRow;
            if (one.type !== "assistant" || one.message.usage === undefined) return row;
            return {
              ...row,
              message: {
                ...one.message,
                usage: {
                  ...one.message.usage,
                  output_tokens: outputs[index % outputs.length] as number,
                  input_tokens: index,
                },
              },
            };
          });
          const timeline = await read(rows.map((row) => JSON.stringify(row)));
          for (const row of usage(timeline)) {
            const lines = assistantRows(rows).filter(
              (one) => one.message.id === row.messageId && one.message.usage !== undefined,
            );
            const highest = Math.max(...lines.map((one) => one.message.usage?.output_tokens ?? -1));
            const last = lines.findLast((one) => one.message.usage?.output_tokens === highest);
            expect({ input: row.input, output: row.output, cacheRead: row.cacheRead }).toEqual({
              input: last?.message.usage?.input_tokens,
              output: highest,
              cacheRead: last?.message.usage?.cache_read_input_tokens,
            });
          }
        },
      ),
      runs,
    );
  });

  test("U3: the blocks of a message are those of its lines in file order", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(), async (session) => {
        const timeline = await read(session.lines());
        for (const row of messages(timeline)) {
          const blocks = assistantRows(session.rows()).flatMap((one) =>
            one.message.id === row.messageId ? one.message.content.map((block) => block.type) : [],
          );
          expect(row.blocks).toEqual(blocks);
        }
      }),
      runs,
    );
  });

  test("U5: the parts of a cache write are none below zero and sum up to it", async () => {
    const counter = fc.option(fc.nat(10_000), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(counter, counter, counter, async (total, short, long) => {
        const usageOf = {
          input_tokens: 1,
          output_tokens: 1,
          cache_creation_input_tokens: total,
          cache_creation:
            short === undefined && long === undefined
              ? undefined
              : { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
        };
        const line = JSON.stringify({
          type: "assistant",
          uuid: "a",
          parentUuid: null,
          message: { id: "m", model: "x", role: "assistant", content: [], usage: usageOf },
        });
        const row = usage(await read([line]))[0];
        const parts = [row?.cacheWrite5m, row?.cacheWrite1h, row?.cacheWriteUnsplit].map((part) => part ?? 0);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total ?? (short ?? 0) + (long ?? 0));
      }),
      { numRuns: 200 },
    );
  });

  test("U7: rows that the program made itself add no request, model or context", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(), fc.boolean(), async (session, flagged) => {
        const whole = await read(session.lines());
        const made = {
          type: "assistant",
          uuid: "00000000-0000-4000-8000-00000000made",
          parentUuid: session.lastUuid,
          sessionId: session.sessionId,
          isApiErrorMessage: flagged,
          message: {
            id: "made",
            model: "<synthetic>",
            role: "assistant",
            content: [],
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        };
        expect(usage(await read([...session.lines(), JSON.stringify(made)]))).toEqual(usage(whole));
      }),
      runs,
    );
  });
});
