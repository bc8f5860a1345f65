import { describe } from "vitest";
import {
  boundaries,
  context,
  hooks,
  onlyInSummary,
  returned,
  segment,
  session,
  skills,
  trace,
  turns,
} from "../../src/node.js";
import { caseTest, expect, issuesOf, linesOf, openCase, totals, typedPrompts } from "./open-case.js";

describe("boundaries", () => {
  caseTest("B060", "rows that a second compaction re-appends change no answer", async () => {
    const timeline = await openCase("B060");
    expect(timeline.files[0]?.entries).toBe(16);
    expect(timeline.copies.map((copy) => copy.place.line)).toEqual([9, 10, 11]);
    expect(boundaries(timeline).map((row) => row.trigger)).toEqual(["manual", "manual"]);
    expect(typedPrompts(timeline)).toEqual(["Part one", "Part two", "Part three", "Part four"]);
    expect(totals(timeline)).toMatchObject({ requests: 4, output: 50 });
    const texts = (segment: number) =>
      timeline.events.flatMap((event) =>
        event.segment === segment && (event.kind === "prompt" || event.kind === "reply") ? [event.text] : [],
      );
    expect(texts(0)).toEqual(["Part one", "One done.", "Part two", "Two done."]);
    expect(texts(1)).toEqual(["Part three", "Three done."]);
    const kinds = timeline.events.filter((event) => event.segment === 1).map((event) => event.kind);
    expect(kinds).toEqual(["summary", "prompt", "reply", "hook", "boundary"]);
    const rows = returned(timeline);
    expect(rows.map((row) => [row.boundary, row.item, row.evidence[0]?.line])).toEqual([
      [1, "summary", 6],
      [1, "preserved", 4],
      [2, "summary", 14],
      [2, "preserved", 8],
      [2, "preserved", 12],
    ]);
    const stopHook = timeline.events.find((event) => event.place.line === 12);
    const partTwo = timeline.events.find((event) => event.kind === "prompt" && event.text === "Part two");
    expect(stopHook).toMatchObject({ kind: "hook", command: "./notify.sh", parent: partTwo?.place.uuid });
    const sizes = ["5 sizes-disagree", "13 sizes-disagree"];
    expect(issuesOf(timeline).filter((issue) => !sizes.includes(issue))).toEqual([
      "9 replayed-entry",
      "10 replayed-entry",
      "11 replayed-entry",
      "12 parent-in-copies",
    ]);
  });

  caseTest("B063", "a boundary needs nothing before it", async () => {
    const timeline = await openCase("B063");
    expect(boundaries(timeline)).toMatchObject([
      {
        trigger: "auto",
        preTokens: 168000,
        postTokens: null,
        logicalParent: "absent",
        lastRequestBefore: null,
        firstRequestAfter: 105,
      },
    ]);
    expect(returned(timeline).map((row) => row.item)).toEqual(["summary"]);
    expect(typedPrompts(timeline)).toHaveLength(1);
    expect(issuesOf(timeline)).toEqual(["1 logical-parent-absent"]);
    expect(segment(timeline, 0).events).toEqual([]);
    expect(trace(timeline, ["e"]).filter((row) => row.side === "before")).toEqual([]);
  });

  caseTest("B064", "a boundary off the parent path still cuts the conversation", async () => {
    const timeline = await openCase("B064");
    expect(boundaries(timeline)).toMatchObject([{ trigger: "manual", evidence: [{ line: 3 }, { line: 4 }, {}, {}] }]);
    const segmentOf = (text: string) =>
      timeline.events.find((event) => "text" in event && event.text === text)?.segment;
    expect([segmentOf("Now reverse it"), segmentOf("Reversed."), segmentOf("Sort the list")]).toEqual([1, 1, 0]);
    expect(typedPrompts(timeline)).toHaveLength(2);
    expect(timeline.events.filter((event) => event.kind === "command").map((event) => event.name)).toEqual(["compact"]);
    expect(returned(timeline).map((row) => [row.item, row.evidence[0]?.line])).toEqual([["summary", 4]]);
    const amber = trace(timeline, ["amber-42"]);
    expect(amber.map((row) => [row.boundary, row.side, row.source, row.line])).toEqual([[1, "after", "summary", 4]]);
    expect(onlyInSummary(amber)).toEqual(amber);
    expect(timeline.issues).toEqual([]);
  });

  caseTest("B072", "a boundary belongs to one chain", async () => {
    const timeline = await openCase("B072");
    const rows = boundaries(timeline);
    expect(rows.map((row) => [row.chain, row.trigger, row.preTokens, row.postTokens])).toEqual([
      ["c0ffee", "auto", 158400, 24000],
    ]);
    expect(linesOf(timeline, "hook-without-boundary")).toEqual([3]);
    expect(timeline.issues.find((issue) => issue.code === "hook-without-boundary")?.message).toContain("c0ffee");
    expect(hooks(timeline)).toMatchObject([{ line: 3, ran: true, matcher: "compact", chain: "main", boundary: null }]);
    expect(totals(timeline, (row) => row.chain === "main").requests).toBe(2);
    expect(totals(timeline, (row) => row.chain === "c0ffee").requests).toBe(2);
    expect(session(timeline)[0]?.context).toBe(21005);
  });

  caseTest("B078", "every user record is in exactly one class", async () => {
    const timeline = await openCase("B078");
    const count = (kind: string): number => timeline.events.filter((event) => event.kind === kind).length;
    expect(typedPrompts(timeline)).toEqual(["Build it", "Thanks"]);
    expect(timeline.events.find((event) => event.kind === "command")).toMatchObject({ name: "review", args: "src" });
    expect(timeline.events.find((event) => event.kind === "shell")).toMatchObject({ command: "ls" });
    expect(
      ["tool-result", "notification", "skill-body", "shell-output", "interruption", "command", "shell"].map(count),
    ).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(timeline.events.find((event) => event.kind === "skill-body")).toMatchObject({
      name: "review",
      invokedBy: "user",
    });
    expect(skills(timeline).map((row) => [row.name, row.invokedBy, row.line])).toEqual([["review", "user", 6]]);
    const users = timeline.kinds
      .filter((kind) => kind.kind.startsWith("user/"))
      .reduce((sum, kind) => sum + kind.count, 0);
    expect(users).toBe(9);
  });

  caseTest("B120", "membership is never decided by a single session id", async () => {
    const timeline = await openCase("B120", { sessionId: "5e550120-0000-4000-8000-000000000002" });
    expect(typedPrompts(timeline)).toEqual(["Before the resume", "After the resume", "And on"]);
    expect(totals(timeline).requests).toBe(3);
    expect(linesOf(timeline, "stray-entry")).toEqual([5]);
    expect(linesOf(timeline, "dangling-parent")).toEqual([5]);
    expect(timeline.events.find((event) => event.place.line === 5)?.chain).toBe("stray");
    const conversation = timeline.events.filter((event) => event.chain === "main");
    expect([...new Set(conversation.map((event) => event.sessionId))]).toEqual([
      "5e550120-0000-4000-8000-000000000001",
      "5e550120-0000-4000-8000-000000000002",
    ]);
    const resumed = conversation.find((event) => event.place.line === 3);
    expect(conversation.find((event) => event.place.uuid === resumed?.parent)?.place.line).toBe(2);
    expect(context(timeline).map((row) => row.line)).toEqual([1, 2, 3, 4, 6, 7]);
  });

  caseTest("B131", "the text of the current turn lies after the last prompt of the main chain", async () => {
    const before = turns(await openCase("B131")).filter((row) => row.chain === "main");
    expect(before.at(-1)).toMatchObject({ prompt: "Second", text: "", state: "open" });
    const after = turns(await openCase("B131.later")).filter((row) => row.chain === "main");
    expect(after.at(-1)).toMatchObject({
      prompt: "Second",
      text: "Second answer.",
      state: "closed",
      grade: "observed",
    });
  });
});
