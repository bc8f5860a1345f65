import { describe } from "vitest";
import { messages, session, turns, usage } from "../../src/node.js";
import { day } from "../../src/tables/buckets.js";
import { count } from "../../src/tables/measures.js";
import { rollup } from "../../src/tables/rollup.js";
import { caseTest, expect, issuesOf, linesOf, openCase, totals, typedPrompts } from "./open-case.js";

describe("usage", () => {
  caseTest("B034", "of the lines of one message the one with the highest output counts", async () => {
    const timeline = await openCase("B034");
    expect(totals(timeline)).toEqual({ requests: 2, input: 22, output: 148, cacheRead: 37100, cacheWrite: 9060 });
    expect(messages(timeline).find((row) => row.messageId === "msg_Q1")?.blocks).toEqual([
      "thinking",
      "text",
      "tool_use",
    ]);
    expect(session(timeline)[0]?.context).toBe(23172);
    expect(timeline.issues).toEqual([]);
  });

  caseTest("B036", "a history that a resume copied counts once", async () => {
    const first = await openCase("B036");
    const second = await openCase("B036.resumed");
    const all = { requests: 3, input: 33, output: 180, cacheRead: 3500, cacheWrite: 250 };
    expect(totals([first, second])).toEqual(all);
    expect(totals([second, first])).toEqual(all);
    const days = rollup(usage([first, second]), { day: day("UTC") }, { requests: count() });
    expect(days).toEqual([{ day: "2026-09-20", requests: 3 }]);
    expect(totals(second).requests).toBe(3);
    expect(totals(first).requests).toBe(2);
    const copied = new Set(first.events.map((event) => event.place.uuid));
    const repeated = second.events.filter((event) => copied.has(event.place.uuid));
    expect(new Set(repeated.map((event) => event.place.uuid)).size).toBe(4);
    expect(repeated.at(-1)?.place.uuid).toMatch(/004$/);
    expect(new Set([...typedPrompts(first), ...typedPrompts(second)]).size).toBe(3);
  });

  caseTest("B039", "the usage of a message stands on one of its lines", async () => {
    const timeline = await openCase("B039");
    expect(usage(timeline)).toMatchObject([
      { model: "claude-sonnet-5", input: 6, output: 300, cacheRead: 1500, cacheWriteUnsplit: 9600 },
    ]);
    expect(messages(timeline)[0]?.blocks[0]).toBe("thinking");
    expect(messages(timeline)[0]?.text).toMatch(/first half[\s\S]*second half/i);
    expect(timeline.issues.map((issue) => issue.code)).toContain("model-changed");
  });

  caseTest("B043", "the total is the main chain and every agent file, roll-ups never added", async () => {
    const timeline = await openCase("B043");
    expect(timeline.files.map((file) => file.name)).toHaveLength(3);
    expect(totals(timeline, (row) => row.chain === "main")).toMatchObject({ requests: 2, output: 120 });
    expect(totals(timeline, (row) => row.chain === "a1f00d")).toMatchObject({ requests: 2, output: 230 });
    expect(totals(timeline, (row) => row.chain === "b2")).toMatchObject({ requests: 1, output: 8 });
    expect(usage(timeline).find((row) => row.chain === "b2")?.model).toBe("claude-haiku-5");
    expect(totals(timeline)).toEqual({ requests: 5, input: 69, output: 358, cacheRead: 8500, cacheWrite: 5590 });
    expect(timeline.chains.find((chain) => chain.chain === "a1f00d")?.spawnedBy).toBe("toolu_task");
    expect(timeline.chains.find((chain) => chain.chain === "b2")?.spawnedBy).toBeNull();
    expect(linesOf(timeline, "unlinked-agent")).toHaveLength(1);
    expect(usage(timeline).findLast((row) => row.chain === "main")?.context).toBe(2601);
    expect(session(timeline)[0]?.context).toBe(2601);
  });

  caseTest("B051", "a locally made error adds no request, no model and no context", async () => {
    const timeline = await openCase("B051");
    expect(usage(timeline).map((row) => row.model)).toEqual(["claude-opus-5-5"]);
    expect(session(timeline)[0]?.context).toBe(51_020);
    expect(
      timeline.events
        .filter((event) => event.kind === "reply" && event.apiError !== null)
        .map((event) => event.place.line),
    ).toEqual([4]);
  });

  caseTest("B051", "an error that was made locally is no answer: the last turn has none", async () => {
    const rows = turns(await openCase("B051"));
    expect(rows.map((row) => [row.prompt, row.text, row.requests])).toEqual([
      ["Go on", "Half way.", 1],
      ["Finish", "", 0],
    ]);
  });

  caseTest("B058", "a tool result between its rows does not split a message", async () => {
    const timeline = await openCase("B058");
    expect(messages(timeline)).toHaveLength(2);
    expect(messages(timeline)[0]).toMatchObject({
      messageId: "msg_M",
      blocks: ["text", "tool_use", "tool_use"],
      text: "Checking both.",
    });
    const calls = timeline.events.filter((event) => event.kind === "tool-call").map((event) => event.id);
    expect(calls).toEqual(["toolu_1", "toolu_2"]);
    expect(totals(timeline)).toMatchObject({ requests: 2, output: 86 });
    expect(issuesOf(timeline)).toEqual([]);
  });
});
