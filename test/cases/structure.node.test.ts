import { describe } from "vitest";
import { boundaries, messages, tools } from "../../src/node.js";
import { branches } from "../../src/queries/branches.js";
import { context } from "../../src/queries/context.js";
import { caseTest, expect, linesOf, openCase, totals, typedPrompts } from "./open-case.js";

describe("structure", () => {
  caseTest("B111", "progress rows in the parent links make no branch", async () => {
    const timeline = await openCase("B111");
    const lines = (...kinds: string[]) => [
      ...new Set(timeline.events.filter((event) => kinds.includes(event.kind)).map((event) => event.place.line)),
    ];
    expect(lines("prompt")).toHaveLength(2);
    expect(messages(timeline)).toHaveLength(4);
    expect(lines("tool-result")).toHaveLength(2);
    expect(lines("hook")).toHaveLength(5);
    expect(lines("prompt", "reply", "tool-call", "tool-result")).toEqual([1, 2, 5, 6, 8, 10, 12, 13]);
    expect(branches(timeline)).toEqual([]);
    expect(context(timeline).map((row) => row.line)).toEqual([1, 2, 5, 6, 8, 10, 12, 13]);
    expect(tools(timeline).map((row) => row.state)).toEqual(["paired", "paired"]);
    expect(totals(timeline).requests).toBe(4);
    expect(timeline.issues).toEqual([]);
  });

  caseTest("B112", "parallel tool calls are no branch, a rewind is one", async () => {
    const timeline = await openCase("B112");
    expect(messages(timeline).map((row) => row.blocks)).toEqual([
      ["thinking", "tool_use", "tool_use"],
      ["thinking", "text"],
      ["text"],
      ["text"],
    ]);
    expect(tools(timeline).map((row) => [row.toolUseId, row.state])).toEqual([
      ["toolu_a", "paired"],
      ["toolu_b", "paired"],
    ]);
    expect(
      branches(timeline).map((row) => [
        row.forkLine,
        row.prompt,
        row.active,
        row.firstLine,
        row.lastLine,
        row.messages,
      ]),
    ).toEqual([
      [8, "Undo b", false, 9, 10, 2],
      [8, "Rename b instead", true, 11, 12, 2],
    ]);
    expect(totals(timeline)).toMatchObject({ requests: 4, output: 333 });
    const effective = context(timeline);
    expect(effective.filter((row) => row.kind === "prompt").map((row) => row.line)).toEqual([1, 11]);
    expect(effective.map((row) => row.line)).not.toContain(10);
    expect(
      context(timeline, { line: 10 })
        .filter((row) => row.kind === "prompt")
        .map((row) => row.line),
    ).toEqual([1, 9]);
    expect(timeline.issues).toEqual([]);
  });

  caseTest("B117", "a call without result is neither success nor failure, a result without call is kept", async () => {
    const timeline = await openCase("B117");
    const rows = tools(timeline);
    const of = (state: string) => rows.filter((row) => row.state === state).map((row) => row.toolUseId);
    expect(of("paired")).toEqual(["toolu_1", "toolu_3"]);
    expect(of("orphan")).toEqual(["toolu_2"]);
    expect([of("lost"), of("open")]).toEqual([["toolu_4"], ["toolu_5"]]);
    expect(rows.filter((row) => row.state === "lost" || row.state === "open").map((row) => row.ok)).toEqual([
      null,
      null,
    ]);
    expect(linesOf(timeline, "orphan-result")).toEqual([3]);
    expect(linesOf(timeline, "dangling-parent")).toEqual([3]);
    expect(linesOf(timeline, "call-without-result")).toEqual([5, 8]);
    expect(typedPrompts(timeline)).toEqual(["Run three agents", "Are you there?"]);
    expect(branches(timeline)).toEqual([]);
  });

  caseTest("B056", "recorded and measured sizes are separate fields", async () => {
    const timeline = await openCase("B056");
    expect(boundaries(timeline)).toMatchObject([
      {
        preTokens: 200_000,
        lastRequestBefore: 40_000,
        postTokens: 30_000,
        firstRequestAfter: 150_000,
        droppedTokens: 170_000,
      },
    ]);
    expect(linesOf(timeline, "sizes-disagree")).toEqual([3]);
  });
});
