import fc from "fast-check";
import { expect, test } from "vitest";
import { boundaries, contextChange, readTimeline, returned } from "../../src/index.js";
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

test("each part cites the first record of it, in any session", async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (session) => {
      const timeline = await readTimeline(session.toString());
      const back = returned(timeline);
      const items = new Set<string>(back.map(({ item }) => item));
      for (const { part, boundary, chain, evidence, at } of contextChange(timeline)) {
        if (!items.has(part)) continue;
        const own = back.filter((row) => row.item === part && row.boundary === boundary && row.chain === chain);
        expect(own.map((row) => row.evidence[0])).toContain(evidence[0]);
        expect(evidence[0]?.line).toBe(Math.min(...own.map((row) => row.evidence[0]?.line ?? Number.NaN)));
        expect(own.map((row) => row.at)).toContain(at);
      }
    }),
    { numRuns: 60 },
  );
});

test("a shell line, a command and their outputs are part of the turn that the request answers", async () => {
  const session = transcript({ cliVersion: "2.1.285", ambient: false })
    .prompt("go")
    .reply("Done.")
    .compact({ keep: 0 });
  const lines = session.lines().length;
  const said = session.shell("ls", "a.ts").command("model", "Set.").prompt("On.").reply("Yes.");
  const timeline = await readTimeline(said.toString());
  const turn = contextChange(timeline).find(({ part }) => part === "turn");
  const texts = timeline.events.flatMap((event) =>
    event.place.line > lines && event.kind !== "reply" && "text" in event && typeof event.text === "string"
      ? [event.text]
      : [],
  );
  expect(texts.join("\n")).toMatch(/a\.ts.*Set\..*On\./s);
  // The names of the command and of the shell line stand in records of their own.
  const chars = [...texts, "ls", "/model"].reduce((sum, text) => sum + text.length, 0);
  expect(turn).toMatchObject({ things: texts.length + 2, chars });
  expect(turn?.evidence[0]?.line).toBe(lines + 1);
});
