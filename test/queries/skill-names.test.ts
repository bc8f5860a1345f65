import { expect, test } from "vitest";
import { conflicts, readTimeline, skills } from "../../src/index.js";

const row = (uuid: string, fields: object) => JSON.stringify({ parentUuid: null, uuid, version: "2.1.285", ...fields });
const invoked = (id: string, skill: string, body: string, more: { args?: string; agentId?: string } = {}) => {
  const own = more.agentId === undefined ? {} : { agentId: more.agentId, isSidechain: true };
  const call = { type: "tool_use", id, name: "Skill", input: { skill, ...(more.args && { args: more.args }) } };
  const message = { id: `msg-${id}`, role: "assistant", model: "m", content: [call] };
  const done = { content: [{ type: "tool_result", tool_use_id: id, content: "Launching." }], role: "user" };
  const text = { role: "user", content: body };
  return [
    row(`call-${id}`, { type: "assistant", message, ...own }),
    row(`result-${id}`, { type: "user", message: done, toolUseResult: { success: true, commandName: skill }, ...own }),
    row(`body-${id}`, { type: "user", message: text, isMeta: true, sourceToolUseID: id, ...own }),
  ];
};

test("a subagent whose id has a line break in it is not taken for another one with another skill", async () => {
  const lines = [
    ...invoked("one", "c", `Long ${"words ".repeat(100)}`, { agentId: "a\nb" }),
    ...invoked("two", "b\nc", "Short words.", { agentId: "a" }),
  ];
  expect(skills(await readTimeline(lines.join("\n"))).map(({ stub }) => stub)).toEqual([false, false]);
});

test("what is invoked after a boundary does not decide which arguments the text had that came back", async () => {
  const back = { type: "invoked_skills", skills: [{ name: "deploy", content: "Deploy to a." }] };
  const boundary = [
    row("boundary", { type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "auto" } }),
    row("summary", { type: "user", message: { role: "user", content: "Deployed." }, isCompactSummary: true }),
    row("back", { type: "attachment", attachment: back }),
  ];
  const lines = [
    ...invoked("one", "deploy", "Deploy to a.", { args: "a" }),
    ...invoked("two", "deploy", "Deploy to b.", { args: "b" }),
    ...boundary,
    ...invoked("three", "deploy", "Deploy to b.", { args: "b" }),
  ];
  expect(conflicts(await readTimeline(lines.join("\n")))).toEqual([]);
  const same = [
    ...invoked("one", "deploy", "Deploy to a.", { args: "a" }),
    ...invoked("two", "deploy", "Deploy to a, carefully.", { args: "a" }),
    ...boundary,
    ...invoked("three", "deploy", "Deploy to b.", { args: "b" }),
  ];
  expect(conflicts(await readTimeline(same.join("\n")))).toMatchObject([{ name: "deploy" }]);
});
