import fc from "fast-check";
import { expect, test } from "vitest";
import { openTimeline, readTimeline } from "../../../src/node.js";
import { reportMarkdown } from "../../../src/systems.js";
import { newSession } from "../session-file.js";
import { hostileSession } from "./sessions.js";

/** What stands outside of code, where GitHub looks for markup. */
const outsideCode = (text: string): string => text.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "CODE");

test("the report of the demo says what came back, and what did not", async () => {
  const text = await reportMarkdown(await openTimeline("fixtures/demo/session.jsonl"));
  expect(text).toContain("**2 compactions · 217,400 tokens dropped · 10 things lost or cut · 1 conflict**");
  expect(text).toContain("| file | `src/cart.ts` | disk | 136 | changed | 43 |");
  expect(text).toContain("| file | `src/order.ts` | beyond-file-limit? | 39 |");
  expect(text).toContain("- conflict: `CLAUDE.md`, held (line 53) beside newer disk (line 63)");
});

test("a version that records no instructions is said to, once for each compaction", async () => {
  const note = "Instructions: not recorded by CLI 2.1.226.";
  const session = newSession("2.1.226").prompt("Go.").reply("Done.").compact().prompt("On.").reply("Done.").compact();
  const text = await reportMarkdown(await readTimeline(session.toString()));
  expect(text.replaceAll("\\", "").split(note)).toHaveLength(3);
  expect(await reportMarkdown(await openTimeline("fixtures/demo/session.jsonl"))).not.toContain("not recorded by CLI");
});

test("whatever a transcript holds, it makes no link, no mention, no HTML and no further column", async () => {
  const timeline = await readTimeline(hostileSession().toString());
  for (const text of [await reportMarkdown(timeline), await reportMarkdown([timeline, timeline])]) {
    const outside = outsideCode(text);
    expect(outside.match(/<(?!\/?(details|summary)>|!-- tidemark report -->)/g)).toBeNull();
    expect(outside).not.toMatch(/(?<!\\)\[|@someone|#12|https:\/\//);
    expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}|[\u202e\uffff]/u);
    const tables = text.split("\n").filter((line) => line.startsWith("|"));
    for (const [at, line] of tables.entries()) {
      const columns = line.replaceAll("\\|", "").split("|").length;
      if (!line.includes("---") && tables[at - 1]?.includes("---"))
        expect(columns).toBe((tables[at - 1] as string).split("|").length);
    }
  }
});

test("it is never longer than asked, and says how much it left out", async () => {
  const session = newSession();
  for (let at = 0; at < 8; at++) session.prompt("Go.").skill(`skill-${at}`, "Tag.").reply("Done.").compact();
  const timeline = await readTimeline(session.prompt("On.").reply("Yes.").toString());
  const whole = await reportMarkdown(timeline);
  expect(whole).not.toContain("left out");
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1000, max: whole.length + 300 }), async (limit) => {
      const text = await reportMarkdown(timeline, { limit });
      expect(text.length).toBeLessThanOrEqual(limit);
      const shown = text.match(/^### /gm)?.length ?? 0;
      const left = Number(/\*(\d+) more bounda/.exec(text)?.[1] ?? 0);
      expect(shown + left).toBe(8);
    }),
    { numRuns: 30 },
  );
  await expect(reportMarkdown(timeline, { limit: 10 })).rejects.toThrow("`limit` is 10");
});
