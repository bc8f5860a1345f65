import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { directories, fileSource, messages, openTimeline, readEntries, session, tools } from "../../src/node.js";
import { temporaryFolder } from "../node/temporary-folder.js";
import { casePath, caseTest, expect, issuesOf, linesIn, linesOf, openCase, totals, typedPrompts } from "./open-case.js";

describe("reading", () => {
  caseTest("B001", "a torn stub before a whole entry costs the stub only", async () => {
    const timeline = await openCase("B001");
    expect(timeline.files[0]?.entries).toBe(4);
    expect(totals(timeline)).toEqual({ requests: 2, input: 22, output: 50, cacheRead: 10300, cacheWrite: 390 });
    const texts = timeline.events.flatMap((event) =>
      event.kind === "prompt" || event.kind === "reply" ? [event.text] : [],
    );
    expect(texts).toEqual(["Draft the release notes", "Working on it.", "Keep them short", "Done, six lines."]);
    expect(issuesOf(timeline)).toEqual(["3 torn-line"]);
    expect(timeline.issues[0]?.message).toContain("82 bytes");
    const last = timeline.events.findLast((event) => event.kind === "reply");
    const recovered = timeline.events.find((event) => event.place.uuid === last?.parent);
    expect(recovered).toMatchObject({ kind: "prompt", text: "Keep them short", place: { line: 3 } });
    expect(recovered?.place.uuid).toMatch(/003$/);
  });

  caseTest("B002", "malformed lines hide nothing around them", async () => {
    const timeline = await openCase("B002");
    expect(timeline.files[0]?.entries).toBe(6);
    expect(linesOf(timeline, "unreadable-line")).toEqual([3, 6]);
    expect(session(timeline)[0]?.lastAt).toBe(Date.parse("2026-09-22T10:00:07.000Z"));
    expect(typedPrompts(timeline)).toHaveLength(3);
    expect(totals(timeline)).toMatchObject({ requests: 3, output: 36 });
  });

  caseTest("B003", "a cut-off last line is neither entry nor error, and its call is open", async () => {
    const timeline = await openCase("B003");
    expect(timeline.files[0]?.entries).toBe(2);
    expect(linesOf(timeline, "incomplete-tail")).toEqual([3]);
    expect(tools(timeline).map((row) => [row.tool, row.state, row.ok])).toEqual([["Edit", "open", null]]);
  });

  caseTest("B004", "zero bytes around an entry cost nothing", async () => {
    const timeline = await openCase("B004");
    expect(timeline.files[0]?.entries).toBe(3);
    expect(linesOf(timeline, "nul-padding")).toEqual([2, 4]);
    expect(timeline.issues.map((issue) => /\d+/.exec(issue.message)?.[0])).toEqual(["900", "1500"]);
    expect(session(timeline)[0]?.lastAt).toBe(Date.parse("2026-09-20T10:00:20.000Z"));
    expect(totals(timeline)).toMatchObject({ requests: 1, output: 4 });
  });

  caseTest("B010", "U+2028, U+2029 and U+0085 end no line", async () => {
    const timeline = await openCase("B010");
    expect(linesIn(timeline, "entry")).toBe(4);
    expect([...new Set(timeline.events.map((event) => event.place.line))]).toEqual([1, 2, 3, 4]);
    expect(typedPrompts(timeline)[0]).toMatch(/\u2028[\s\S]*\u2029[\s\S]*\u0085/);
    expect(totals(timeline)).toMatchObject({ requests: 2, output: 11 });
    expect(timeline.issues).toEqual([]);
  });

  caseTest("B013", "multi-byte text comes through whole", async () => {
    const timeline = await openCase("B013");
    const texts = typedPrompts(timeline);
    expect(timeline.files[0]?.entries).toBe(3);
    expect(timeline.events.some((event) => "text" in event && String(event.text).includes("\ufffd"))).toBe(false);
    expect(texts.at(-1)).toHaveLength(50);
    expect(new TextEncoder().encode(texts.at(-1))).toHaveLength(150);
  });

  caseTest("B016", "a line above the limit costs its payload, not its neighbours", async () => {
    const timeline = await openCase("B016", { payload: "full" });
    expect(timeline.files[0]?.entries).toBe(4);
    expect(tools(timeline).map((row) => row.state)).toEqual(["paired"]);
    expect(timeline.events.find((event) => event.kind === "tool-result")?.images).toBe(1);
    const limited = await openCase("B016", { maxLineBytes: 50_000 });
    expect(issuesOf(limited)).toEqual(["3 oversize-line"]);
    const whole: number[] = [];
    for await (const batch of readEntries(fileSource(casePath("B016")), { maxLineBytes: 50_000 }))
      for (const entry of batch.entries) if (entry.salvaged !== true) whole.push(entry.place.line);
    expect(whole).toEqual([1, 2, 4]);
  });

  caseTest("B016", "the image of the long line is whole: 100,000 base64 characters, 75,000 bytes", async () => {
    const images: string[] = [];
    for await (const batch of readEntries(fileSource(casePath("B016")), { bodies: "whole" }))
      for (const { entry, place } of batch.entries) {
        const data = /"data":"([^"]*)"/.exec(JSON.stringify(entry))?.[1];
        if (data !== undefined) images.push(`${place.line} ${data}`);
      }
    expect(images).toHaveLength(1);
    const [line, data = ""] = images[0]?.split(" ") ?? [];
    expect([line, data.length, Buffer.from(data, "base64").length]).toEqual(["3", 100_000, 75_000]);
  });

  caseTest("B023", "a wrong-shaped field never discards its record, and no value is coerced", async () => {
    const timeline = await openCase("B023");
    expect(typedPrompts(timeline).filter((text) => text !== "")).toEqual([
      "string content",
      "array content",
      "cwd is a number",
    ]);
    expect(linesIn(timeline, "entry")).toBe(9);
    expect(linesOf(timeline, "not-an-entry")).toEqual([10, 11, 12, 13]);
    expect(tools(timeline).filter((row) => row.state === "paired")).toHaveLength(2);
    expect(totals(timeline)).toMatchObject({ input: 4, output: 4, cacheRead: 8, cacheWrite: 4 });
    const line7 = timeline.events.find((event) => event.place.line === 7);
    expect(line7?.at).toBeNull();
    const fields = timeline.issues
      .filter((issue) => issue.code === "invalid-entry")
      .map((issue) => `${issue.place.line} ${issue.path}`);
    expect(fields.sort()).toEqual(["7 message.usage.output_tokens", "7 timestamp", "8 message", "9 cwd"]);
  });

  caseTest("B024", "unknown kinds are kept, counted and no error", async () => {
    const timeline = await openCase("B024");
    expect(timeline.files[0]?.entries).toBe(11);
    expect(typedPrompts(timeline)).toHaveLength(1);
    expect(totals(timeline).requests).toBe(1);
    expect(messages(timeline).map((row) => row.text)).toEqual(["Hi."]);
    const known = timeline.kinds.filter((kind) => kind.known).map((kind) => [kind.kind, kind.count]);
    expect(known.sort()).toEqual([
      ["assistant", 1],
      ["last-prompt", 1],
      ["mode", 1],
      ["user/prompt", 1],
    ]);
    const unknown = timeline.kinds.filter((kind) => !kind.known).map((kind) => `${kind.kind} ${kind.count}`);
    expect(unknown.sort()).toEqual(
      [
        "attachment/some_future_attachment 1",
        "future-kind 1",
        "futr-history-delta 1",
        "futr-latch 1",
        "futr-state 1",
        "history-futuristics 1",
        "system/some_future_subtype 1",
      ].sort(),
    );
    expect(issuesOf(timeline)).toEqual(["12 unreadable-line"]);
  });

  caseTest("B128", "the working directory comes from the records", async () => {
    const timeline = await openCase("B128");
    expect(
      directories(timeline).map(({ cwd, branch, firstLine, lastLine }) => [cwd, branch, firstLine, lastLine]),
    ).toEqual([
      ["/work/demo", "main", 1, 2],
      ["/work/demo/.claude/worktrees/task-7", "task-7", 3, 4],
      ["/work/my-app/sub", "main", 5, 6],
    ]);
    expect(session(timeline)[0]).toMatchObject({ home: "/work/demo", cwd: "/work/my-app/sub" });
  });

  caseTest("B128", "the name of the project's folder is never decoded into a directory", async () => {
    const lines = readFileSync(casePath("B128"), "utf8");
    const folder = temporaryFolder([
      ["-work-my-app-sub/with.jsonl", lines],
      ["-work-my-app-sub/without.jsonl", lines.replaceAll(/"cwd":"[^"]*",/g, "")],
    ]);
    const open = (name: string) => openTimeline(join(folder, "-work-my-app-sub", name));
    const elsewhere = await openCase("B128");
    const here = await open("with.jsonl");
    expect(directories(here)).toEqual(directories(elsewhere));
    expect(session(here)).toEqual(session(elsewhere));
    const without = await open("without.jsonl");
    expect(session(without)[0]).toMatchObject({ home: null, cwd: null });
    expect(directories(without).filter((row) => row.cwd !== null)).toEqual([]);
  });

  caseTest("B086", "last activity and title come from the records", async () => {
    const timeline = await openCase("B086");
    expect(session(timeline)[0]).toMatchObject({
      lastAt: Date.parse("2026-09-20T10:00:04.000Z"),
      title: "Renamed talk",
    });
    expect(timeline.events.filter((event) => event.at === null).map((event) => event.place.line)).toEqual([3, 4, 5, 6]);
  });
});
