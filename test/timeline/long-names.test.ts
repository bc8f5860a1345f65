import { expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";

const long = (what: string): string => `${what}-${"x".repeat(600)}`;

test("ids, names and folders are whole, however long they are", async () => {
  const common = {
    sessionId: "s",
    version: "2.1.285",
    cwd: long("/home"),
    gitBranch: long("branch"),
    timestamp: "2026-01-01",
  };
  const call = {
    type: "tool_use",
    id: long("call"),
    name: long("Tool"),
    input: { skill: long("skill"), text: long("text") },
  };
  const rows = [
    {
      ...common,
      type: "assistant",
      uuid: "a",
      parentUuid: null,
      message: { id: long("message"), role: "assistant", model: long("model"), content: [call], usage: {} },
    },
    {
      ...common,
      type: "user",
      uuid: "b",
      parentUuid: "a",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: long("call"), content: long("result") }] },
      toolUseResult: { agentId: long("agent"), content: long("result") },
    },
  ];
  const timeline = await readTimeline(rows.map((row) => JSON.stringify(row)).join("\n"));
  const [reply, toolCall, result] = timeline.events;
  expect(reply).toMatchObject({ messageId: long("message"), model: long("model"), cwd: long("/home") });
  expect(toolCall).toMatchObject({ id: long("call"), name: long("Tool"), branch: long("branch") });
  expect(result).toMatchObject({ toolUseId: long("call"), tool: long("Tool"), agentId: long("agent") });
  expect(result).toMatchObject({ text: { text: long("result").slice(0, 500), chars: long("result").length } });
  expect(timeline.issues).toEqual([]);
});

test("the command of a hook that only a progress record shows is whole", async () => {
  const data = { type: "hook_progress", hookEvent: "Stop", hookName: "Stop", command: long(long("cat")) };
  const row = { type: "progress", uuid: "p", parentUuid: null, timestamp: "2026-01-01", toolUseID: "id", data };
  const timeline = await readTimeline(JSON.stringify(row));
  expect(timeline.events).toMatchObject([{ kind: "hook", command: long(long("cat")), toolUseId: "id" }]);
});
