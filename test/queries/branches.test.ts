import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branches } from "../../src/queries/branches.js";
import { context } from "../../src/queries/context.js";
import { messages } from "../../src/queries/messages.js";
import { tools } from "../../src/queries/tools.js";
import { usage } from "../../src/queries/usage.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";
import { anySession } from "../properties/compacted-session.js";

type Row = Record<string, unknown>;

const common = { isSidechain: false, sessionId: "s", version: "2.1.285", timestamp: "2026-10-01T10:00:00.000Z" };
const prompt = (uuid: string, parentUuid: string | null, content: string): Row => ({
  ...common,
  type: "user",
  uuid,
  parentUuid,
  message: { role: "user", content },
});
const reply = (uuid: string, parentUuid: string | null, text: string, id = `msg_${uuid}`): Row => ({
  ...common,
  type: "assistant",
  uuid,
  parentUuid,
  message: {
    id,
    model: "claude-opus-5-5",
    role: "assistant",
    content: [{ type: "text", text }],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
});
const call = (uuid: string, parentUuid: string, id: string, toolId: string): Row => ({
  ...common,
  type: "assistant",
  uuid,
  parentUuid,
  message: {
    id,
    model: "claude-opus-5-5",
    role: "assistant",
    content: [{ type: "tool_use", id: toolId, name: "Bash", input: {} }],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
});
const result = (uuid: string, parentUuid: string, toolId: string): Row => ({
  ...common,
  type: "user",
  uuid,
  parentUuid,
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: toolId, content: "ok" }] },
});
const aside = (uuid: string, parentUuid: string | null): Row => ({
  ...common,
  type: "attachment",
  uuid,
  parentUuid,
  attachment: { type: "date", date: "today" },
});
const boundary = (uuid: string): Row => ({
  ...common,
  type: "system",
  subtype: "compact_boundary",
  uuid,
  parentUuid: null,
  compactMetadata: { trigger: "auto", preTokens: 9 },
});
const summary = (uuid: string, parentUuid: string): Row => ({
  ...prompt(uuid, parentUuid, "Summary."),
  isCompactSummary: true,
});
const textOf = (rows: Row[]): string => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
const read = (rows: Row[]) => readTimeline(textOf(rows));
const shape = async (rows: Row[]) =>
  branches(await read(rows)).map((row) => [
    row.forkUuid,
    row.prompt,
    row.active,
    row.firstLine,
    row.lastLine,
    row.messages,
  ]);

describe("branches", () => {
  it("finds a rewind through the attachments that hang between", async () => {
    const rows = [
      prompt("p1", null, "go"),
      reply("r1", "p1", "Done."),
      aside("a1", "r1"),
      prompt("p2", "a1", "wrong way"),
      reply("r2", "p2", "Gone wrong."),
      aside("a2", "r1"),
      aside("a3", "a2"),
      prompt("p3", "a3", "other way"),
      reply("r3", "p3", "Well."),
    ];
    expect(await shape(rows)).toEqual([
      ["r1", "wrong way", false, 4, 5, 2],
      ["r1", "other way", true, 8, 9, 2],
    ]);
  });

  it("gives what hangs under a later fork to that fork alone, and keeps all of the last message's way active", async () => {
    const rows = [
      prompt("p1", null, "go"),
      reply("r1", "p1", "1"),
      prompt("p2", "r1", "left"),
      reply("r2", "p2", "2"),
      prompt("p3", "r1", "right"),
      reply("r3", "p3", "3"),
      prompt("p4", "r3", "right left"),
      prompt("p5", "r3", "right right"),
      reply("r5", "p5", "5"),
    ];
    expect(await shape(rows)).toEqual([
      ["r1", "left", false, 3, 4, 2],
      ["r1", "right", true, 5, 6, 2],
      ["r3", "right left", false, 7, 7, 1],
      ["r3", "right right", true, 8, 9, 2],
    ]);
    const timeline = await read(rows);
    expect(context(timeline).map((row) => row.line)).toEqual([1, 2, 5, 6, 8, 9]);
    expect(usage(timeline)).toHaveLength(4);
  });

  it("makes none of parallel calls, of the rows of one message, of queued prompts and of what leads around a boundary", async () => {
    const queued: Row = {
      ...common,
      type: "attachment",
      uuid: "q",
      parentUuid: "t1",
      attachment: { type: "queued_command", prompt: "and this", source_uuid: "q1" },
    };
    const rows = [
      prompt("p1", null, "go"),
      call("c1", "p1", "m1", "t_1"),
      call("c2", "c1", "m1", "t_2"),
      result("t1", "c1", "t_1"),
      result("t2", "c2", "t_2"),
      queued,
      reply("r1", "t2", "Done."),
      prompt("p2", "r1", "more"),
      reply("r2", "p2", "More."),
      boundary("b"),
      summary("s", "b"),
      prompt("p3", "r1", "hangs before the boundary"),
      reply("r3", "p3", "Yes."),
    ];
    expect(await shape(rows)).toEqual([]);
  });

  it("judges each segment by its own last message", async () => {
    const rows = [
      prompt("p1", null, "go"),
      reply("r1", "p1", "1"),
      prompt("p2", "r1", "left"),
      prompt("p3", "r1", "right"),
      reply("r3", "p3", "3"),
      boundary("b"),
      summary("s", "b"),
      prompt("p4", "s", "on"),
    ];
    expect((await shape(rows)).map(([, text, active]) => [text, active])).toEqual([
      ["left", false],
      ["right", true],
    ]);
  });

  it("finds every two prompts whose next message above is one, wherever rows hang", async () => {
    const kinds = fc.constantFrom("prompt", "reply", "aside", "boundary");
    const parents = fc.oneof({ weight: 6, arbitrary: fc.constant(-1) }, fc.integer({ min: -4, max: 30 }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(kinds, parents), { maxLength: 25 }), async (steps) => {
        const rows = steps.map(([kind, to], at): Row => {
          // Mostly under the row before; else under any, also a later or an absent one, or under none.
          const parent = to === -1 ? (at === 0 ? null : `n${at - 1}`) : to < -1 ? null : `n${to}`;
          const make = { prompt, reply, aside, boundary }[kind] as typeof prompt;
          return make(`n${at}`, parent, `t${at}`);
        });
        const byUuid = new Map(rows.map((row) => [row.uuid, row]));
        const above = (row: Row): string | null => {
          const seen = new Set<Row>();
          let one = byUuid.get(row.parentUuid);
          while (one !== undefined && one.type !== "user" && one.type !== "assistant" && byUuid.has(one.parentUuid)) {
            if (seen.has(one)) return null;
            seen.add(one);
            one = byUuid.get(one.parentUuid);
          }
          return one === undefined ? null : (one.uuid as string);
        };
        let segmentNow = 0;
        const prompts = new Map<string, string[]>();
        for (const row of rows) {
          if (row.type === "system") segmentNow++;
          const anchor = row.type === "user" ? above(row) : null;
          if (anchor === null) continue;
          const key = `${anchor} ${segmentNow}`;
          prompts.set(key, [...(prompts.get(key) ?? []), row.uuid as string]);
        }
        const right = [...prompts.values()].filter((uuids) => uuids.length > 1).flat();
        const found = branches(await read(rows)).map(({ evidence }) => evidence[0]?.uuid);
        expect(found.sort()).toEqual(right.sort());
      }),
      { numRuns: 300 },
    );
  });

  it("ends on parents that go in a circle", async () => {
    const rows = [prompt("p1", "p2", "one"), prompt("p2", "p1", "two"), prompt("p3", "p3", "three")];
    expect(await shape(rows)).toEqual([]);
  });

  it("walks a chain of 200,000 links, and as many rewinds", async () => {
    const chain: Row[] = [prompt("p0", null, "go")];
    for (let at = 1; at < 200_000; at++)
      chain.push(
        at % 2 === 0 ? prompt(`n${at}`, `n${at - 1}`, "on") : reply(`n${at}`, at === 1 ? "p0" : `n${at - 1}`, "yes"),
      );
    chain.push(prompt("late", "n1", "after all"));
    const timeline = await read(chain);
    expect(
      branches(timeline).map((row) => [row.forkUuid, row.prompt, row.active, row.firstLine, row.lastLine]),
    ).toEqual([
      ["n1", "on", false, 3, 200_000],
      ["n1", "after all", true, 200_001, 200_001],
    ]);
    expect(context(timeline).map((row) => row.line)).toEqual([1, 2, 200_001]);
    const zigzag: Row[] = [prompt("r0", null, "go")];
    for (let at = 0; at < 5_000; at++)
      zigzag.push(prompt(`x${at}`, `r${at}`, "x"), prompt(`y${at}`, `r${at}`, "y"), reply(`r${at + 1}`, `y${at}`, "z"));
    expect(branches(await read(zigzag)).filter((row) => row.active)).toHaveLength(5_000);
  }, 120_000);

  it("B1: changes nothing when rows that are no messages are taken out and their links joined, in any session", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ maxSteps: 15 }), fc.array(fc.nat(), { maxLength: 3 }), async (session, rewinds) => {
        const rows = session.rows();
        const uuids = rows.flatMap((row) => (typeof row.uuid === "string" ? [row.uuid] : []));
        for (const [at, pick] of rewinds.entries()) {
          rows.push(prompt(`rewind-${at}`, uuids[pick % uuids.length] ?? null, `back ${at}`));
          rows.push(reply(`answer-${at}`, `rewind-${at}`, "ok"));
        }
        const parents = new Map(rows.map((row) => [row.uuid, row.parentUuid as string | null]));
        const isAside = (row: Row): boolean =>
          row.type === "progress" ||
          (row.type === "attachment" && (row.attachment as Row).type !== "queued_command") ||
          (row.type === "system" && row.subtype === "turn_duration");
        const gone = new Set(rows.filter(isAside).map((row) => row.uuid));
        const bridged = (row: Row): Row => {
          let parent = row.parentUuid as string | null;
          while (parent !== null && gone.has(parent)) parent = parents.get(parent) ?? null;
          return { ...row, parentUuid: parent };
        };
        const whole = await read(rows);
        const bare = await read(
          rows.filter((row) => !isAside(row)).map((row) => ("parentUuid" in row ? bridged(row) : row)),
        );
        const joined = (timeline: typeof whole) => ({
          branches: branches(timeline)
            .filter((row) => !gone.has(row.forkUuid))
            .map((row) => [row.prompt, row.active, row.messages]),
          messages: messages(timeline).map((row) => row.messageId),
          tools: tools(timeline).map((row) => [row.toolUseId, row.state]),
        });
        expect(joined(bare)).toEqual(joined(whole));
        const rows2 = tools(whole);
        const count = (state: string): number => rows2.filter((row) => row.state === state).length;
        const events = (kind: string): number => whole.events.filter((event) => event.kind === kind).length;
        expect(count("paired") + count("open") + count("lost")).toBe(events("tool-call"));
        expect(count("paired") + count("orphan")).toBe(events("tool-result"));
      }),
      { numRuns: 60 },
    );
  });

  it("keeps every message of the last branch in the full history, and usage of all branches, in any session", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ maxSteps: 12 }), async (session) => {
        const timeline = await readTimeline(session.toString());
        const left = new Set<number>();
        for (const row of branches(timeline))
          if (!row.active) for (let line = row.firstLine; line <= row.lastLine; line++) left.add(line);
        const lines = new Set(context(timeline, undefined, { history: "full" }).map((row) => row.line));
        for (const event of timeline.events)
          if (event.chain === "main" && event.kind === "prompt" && !left.has(event.place.line))
            expect(lines).toContain(event.place.line);
        const ids = new Set(
          timeline.events.flatMap((event) =>
            event.kind === "reply" && !event.synthetic && event.usage !== null ? [event.messageId] : [],
          ),
        );
        expect(new Set(usage(timeline).map((row) => row.messageId))).toEqual(ids);
      }),
      { numRuns: 40 },
    );
  });
});
