import { expect, test } from "vitest";
import { messages, readEntries, readTimeline, type Timeline } from "../../src/index.js";
import type { Row } from "../../src/testing.js";
import { timelineBuilder } from "../../src/timeline/builder.js";
import { readFiles } from "../properties/answers.js";

const common = { sessionId: "s", version: "2.1.285", timestamp: "2026-10-01T10:00:00.000Z" };
const said = (uuid: string, parentUuid: string | null, more: Row = {}): Row => ({
  ...common,
  type: "assistant",
  uuid,
  parentUuid,
  message: { id: `m-${uuid}`, model: "m", role: "assistant", content: [{ type: "text", text: uuid }] },
  ...more,
});
const textOf = (rows: Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const faults = ({ issues }: Timeline) =>
  issues.flatMap(({ code, place }) => (code.includes("parent") ? [[code, place.uuid]] : []));

test.each<[name: string, rows: Row[], expected: string[][]]>([
  ["a parent that is nowhere", [said("a", null), said("b", "gone")], [["dangling-parent", "b"]]],
  ["a parent that stands later", [said("a", "b"), said("b", null)], [["forward-parent", "a"]]],
  ["an entry under itself", [said("a", null), said("b", "b")], [["cyclic-parent", "b"]]],
  [
    "entries that go in a circle",
    [said("a", "c"), said("b", "a"), said("c", "b"), said("d", "c")],
    [
      ["forward-parent", "a"],
      ["cyclic-parent", "a"],
    ],
  ],
  ["a break that names its logical parent", [said("a", null), said("b", null, { logicalParentUuid: "gone" })], []],
])("%s has its name, and costs no message", async (_, rows, expected) => {
  const timeline = await readTimeline(textOf(rows));
  expect(faults(timeline)).toEqual(expected);
  expect(messages(timeline).map(({ text }) => text)).toEqual(rows.map(({ uuid }) => uuid));
});

test("a parent in another file of the session is told, and the link stands", async () => {
  const files = new Map([
    ["s.jsonl", textOf([said("a", null)])],
    [
      "agent-a1.jsonl",
      textOf([said("b", "a", { isSidechain: true, agentId: "a1" }), said("c", "b", { agentId: "a1" })]),
    ],
  ]);
  const timeline = await readFiles(files);
  expect(faults(timeline)).toEqual([["parent-in-other-file", "b"]]);
  expect(timeline.issues.find(({ code }) => code === "parent-in-other-file")?.message).toContain("s.jsonl, line 1");
  expect(messages(timeline).map(({ chain }) => chain)).toEqual(["main", "a1", "a1"]);
});

test("between the links of a long session others have their turn, however many have to be looked up", async () => {
  const entries = 20_000;
  const backwards = Array.from({ length: entries }, (_, at) =>
    said(`u${at}`, at + 1 < entries ? `u${at + 1}` : "gone"),
  );
  const builder = timelineBuilder({ payloadChars: 500 });
  builder.file(null, "main");
  for await (const batch of readEntries(textOf(backwards))) builder.add(batch);
  const all = builder.steps();
  let steps = 0;
  let step = all.next();
  for (; !step.done; step = all.next()) steps++;
  // Three times through the links, and once more for those that were open, with a step at least for each 5000.
  expect(steps).toBeGreaterThanOrEqual((4 * entries) / 5000);
  expect(faults(step.value).map(([code]) => code)).toEqual([
    ...new Array(entries - 1).fill("forward-parent"),
    "dangling-parent",
  ]);
});
