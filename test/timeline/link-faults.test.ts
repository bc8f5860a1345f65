import { expect, test } from "vitest";
import { messages, readTimeline, type Timeline } from "../../src/index.js";
import type { Row } from "../../src/testing.js";
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
