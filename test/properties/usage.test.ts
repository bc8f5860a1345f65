import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaries, messages, session as sessionRow, type Timeline, usage } from "../../src/index.js";
import { chainOf, read, readFiles, totalsOf } from "./answers.js";
import { anySession } from "./compacted-session.js";

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
        anySession(),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.boolean(),
        async (session, picks, swap) => {
          const lines = session.lines();
          const whole = await read(lines);
          const repeated = await read([...lines, ...picks.map((pick) => lines[pick % lines.length] as string)]);
          expect(totalsOf(repeated)).toEqual(totalsOf(whole));
          const half = await read(lines.slice(0, Math.floor(lines.length / 2)));
          expect(totalsOf(swap ? [whole, half] : [half, whole])).toEqual(totalsOf(whole));
          const withoutIds = session.rows().map(({ requestId: _, ...row }) => JSON.stringify(row));
          expect(totalsOf(await read(withoutIds))).toEqual(totalsOf(whole));
        },
      ),
      runs,
    );
  });

  /** A copy of the file that ends in the middle of a message; each line of the file has that much more output than the line before. */
  const endsEarly = (growth: fc.Arbitrary<number>) =>
    fc.asyncProperty(
      anySession(),
      fc.array(growth, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      async (session, steps, pick) => {
        let output = 0;
        const lines = session.rows().map((row, index) => {
          const one = row as unknown as AssistantRow;
          if (one.type !== "assistant" || one.message.usage === undefined) return JSON.stringify(row);
          output += steps[index % steps.length] as number;
          const counted = { ...one.message.usage, output_tokens: output, input_tokens: index };
          return JSON.stringify({ ...row, message: { ...one.message, usage: counted } });
        });
        const ids = session.rows().map((row) => (row as unknown as AssistantRow).message?.id);
        const cuts = ids.flatMap((id, at) => (at > 0 && id !== undefined && id === ids[at - 1] ? [at] : []));
        const whole = await read(lines);
        const half = await read(lines.slice(0, cuts[pick % cuts.length] ?? pick % lines.length));
        expect(totalsOf([half, whole])).toEqual(totalsOf(whole));
        expect(totalsOf([whole, half])).toEqual(totalsOf(whole));
      },
    );

  test("U1: a copy that ends in the middle of a message changes no counter, whichever file is read first", async () => {
    await fc.assert(endsEarly(fc.integer({ min: 1, max: 3 })), { numRuns: 100 });
  });

  test("U1: of lines with the same output the last one counts, whichever file is read first", async () => {
    await fc.assert(endsEarly(fc.constant(0)), { numRuns: 100 });
  });

  test("U2: the usage of a message stands verbatim on the line of it with the highest output", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession(),
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
      fc.asyncProperty(anySession(), async (session) => {
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

  test("U4: the total is that of the main chain and of every agent's file; what a result sums up is never added", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), fc.nat(1_000_000), async (session, claimed) => {
        const files = session.files();
        const whole = await readFiles(files);
        const sum = (rows: { output: number | null; cacheRead: number | null }[]) =>
          rows.reduce((total, row) => total + (row.output ?? 0) + (row.cacheRead ?? 0), 0);
        let total = 0;
        for (const [name, text] of files) {
          const alone = usage(await readFiles(new Map([[name, text]])));
          const part = usage(whole).filter((row) => row.chain === chainOf(name));
          expect(part.map((row) => [row.messageId, row.input, row.output, row.context])).toEqual(
            alone.map((row) => [row.messageId, row.input, row.output, row.context]),
          );
          total += sum(alone);
        }
        expect(sum(usage(whole))).toBe(total);
        const alone = await read(session.lines());
        expect(sessionRow(whole)[0]?.context).toBe(sessionRow(alone)[0]?.context);
        const inflated = session.rows().map((row) => {
          const result = row.toolUseResult as { agentId?: string } | undefined;
          if (result?.agentId === undefined) return JSON.stringify(row);
          const rollUp = { totalTokens: claimed, usage: { input_tokens: claimed, output_tokens: claimed } };
          return JSON.stringify({ ...row, toolUseResult: { ...result, ...rollUp } });
        });
        expect(totalsOf(await read(inflated))).toEqual(totalsOf(alone));
      }),
      runs,
    );
  });

  test("U4: the context of the main chain is not that of a sidechain in its file", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession(),
        fc.nat(),
        fc.option(fc.constant("a7"), { nil: undefined }),
        async (session, pick, agentId) => {
          const lines = session.lines();
          const aside = JSON.stringify({
            type: "assistant",
            uuid: "aside",
            parentUuid: null,
            isSidechain: true,
            agentId,
            sessionId: session.sessionId,
            message: {
              id: "msg_aside",
              role: "assistant",
              model: "x",
              content: [],
              usage: { input_tokens: 900_000, output_tokens: 1 },
            },
          });
          const at = pick % (lines.length + 1);
          const whole = await read(lines);
          const more = await read([...lines.slice(0, at), aside, ...lines.slice(at)]);
          expect(sessionRow(more)[0]?.context).toBe(sessionRow(whole)[0]?.context);
          const around = (timeline: Timeline) =>
            boundaries(timeline).map((row) => [row.lastRequestBefore, row.firstRequestAfter]);
          expect(around(more)).toEqual(around(whole));
          expect(usage(more)).toHaveLength(usage(whole).length + 1);
        },
      ),
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

  test("U7: rows that the program made itself add no request, model or context, wherever they stand", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), fc.boolean(), fc.nat(), async (session, flagged, pick) => {
        const lines = session.lines();
        const made = JSON.stringify({
          type: "assistant",
          uuid: "00000000-0000-4000-8000-00000000made",
          parentUuid: session.lastUuid,
          sessionId: session.sessionId,
          isApiErrorMessage: flagged,
          message: {
            id: "made",
            model: flagged ? "claude-made-up" : "<synthetic>",
            role: "assistant",
            content: [{ type: "text", text: "API Error" }],
            usage: { input_tokens: 900_000, output_tokens: 1 },
          },
        });
        const at = pick % (lines.length + 1);
        const told = (timeline: Timeline) => [
          usage(timeline).map((row) => [row.messageId, row.model, row.output, row.context, row.boundary]),
          sessionRow(timeline).map((row) => [row.context, row.requests]),
          boundaries(timeline).map((row) => [row.lastRequestBefore, row.firstRequestAfter]),
        ];
        expect(told(await read([...lines.slice(0, at), made, ...lines.slice(at)]))).toEqual(told(await read(lines)));
      }),
      runs,
    );
  });
});
