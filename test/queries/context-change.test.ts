import fc from "fast-check";
import { expect, test } from "vitest";
import { boundaries, contextChange, readTimeline } from "../../src/index.js";
import { transcript } from "../../src/testing.js";
import { anySession } from "../properties/compacted-session.js";

test("the parts and the residual sum up to the first request after a boundary", async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (session) => {
      const timeline = await readTimeline(session.toString());
      const rows = contextChange(timeline);
      for (const { boundary, chain, lastRequestBefore, firstRequestAfter } of boundaries(timeline)) {
        const own = rows.filter((row) => row.boundary === boundary && row.chain === chain);
        const tokens = (part: string) => own.find((row) => row.part === part)?.tokens ?? null;
        expect(tokens("last-request-before")).toBe(lastRequestBefore);
        expect(tokens("first-request-after")).toBe(firstRequestAfter);
        const parts = own.filter((row) => !["last-request-before", "first-request-after", "gone"].includes(row.part));
        if (firstRequestAfter !== null)
          expect(parts.reduce((sum, row) => sum + (row.tokens ?? 0), 0)).toBe(firstRequestAfter);
      }
    }),
    { numRuns: 60 },
  );
});

test("a summary of 4,000 characters is estimated at 1,000 tokens, the rest is named", async () => {
  const session = transcript({ cliVersion: "2.0.67" })
    .prompt("go")
    .reply("Done.", {
      usage: { input: 10, cacheRead: 99_990, cacheWrite: 0, output: 1 },
    })
    .compact({ trigger: "auto", summary: "s".repeat(4_000) })
    .reply("On.", {
      usage: { input: 10, cacheRead: 20_990, cacheWrite: 0, output: 1 },
    });
  const rows = contextChange(await readTimeline(session.toString()));
  expect(rows.map((row) => [row.part, row.tokens])).toEqual([
    ["last-request-before", 100_000],
    ["summary", 1_000],
    ["residual", 20_000],
    ["first-request-after", 21_000],
    ["gone", 79_000],
  ]);
});
