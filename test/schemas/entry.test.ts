import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssistantEntry } from "../../schemas/assistant.js";
import { checkEntry, Entry, knownKinds } from "../../schemas/entry.js";
import { assistant, attachment, boundary, envelope, user } from "./entries.js";

function paths(entry: Record<string, unknown>): string[] {
  return checkEntry(entry).problems.map((problem) => problem.path);
}

describe("one wrong field is one problem that names it", () => {
  test.each([
    ["cwd", user("hi", { cwd: 42 })],
    ["isMeta", user("hi", { isMeta: "yes" })],
    ["timestamp", { ...user("hi"), timestamp: null }],
    ["message", { ...envelope, type: "user" }],
    ["message.content", user(5)],
    ["message.content.0.text", user([{ type: "text", text: 5 }])],
    [
      "message.content.1.tool_use_id",
      user([
        { type: "text", text: "a" },
        { type: "tool_result", content: "b" },
      ]),
    ],
    ["message.content.0.type", user([{ type: 5 }])],
    ["origin.kind", user("hi", { origin: { kind: 1 } })],
    ["message.usage.output_tokens", assistant({ usage: { input_tokens: 1, output_tokens: "12" } })],
    ["message.usage.iterations.0.input_tokens", assistant({ usage: { iterations: [{ input_tokens: {} }] } })],
    ["message.content.0.name", assistant({ content: [{ type: "tool_use", id: "toolu_1", name: null, input: {} }] })],
    ["compactMetadata.preTokens", boundary({ preTokens: "many" })],
    ["compactMetadata.trigger", boundary({ trigger: undefined })],
    ["compactMetadata.preservedMessages.uuids.1", boundary({ preservedMessages: { uuids: ["a", 2] } })],
    ["compactMetadata", { ...envelope, type: "system", subtype: "compact_boundary" }],
    ["durationMs", { ...envelope, type: "system", subtype: "turn_duration", durationMs: "1" }],
    ["subtype", { ...envelope, type: "system" }],
    ["attachment.content.file.content", attachment("file", { content: { type: "text", file: { content: 1 } } })],
    ["attachment.files.0.path", attachment("instructions", { files: [{ path: 1 }] })],
    ["attachment.skills.0.content", attachment("invoked_skills", { skills: [{ name: "a", content: [] }] })],
    ["attachment.content", attachment("hook_success", { content: ["a"] })],
    ["attachment.type", { ...envelope, type: "attachment", attachment: {} }],
    ["attachment", { ...envelope, type: "attachment" }],
    ["rendered.0.content", { ...attachment("date", { date: "2026-10-01" }), rendered: [{ content: 5 }] }],
    ["renderedInHumanTurn", { ...attachment("date"), renderedInHumanTurn: "no" }],
    ["data.hookName", { ...envelope, type: "progress", data: { type: "hook_progress", hookName: 1 } }],
    ["leafUuid", { type: "last-prompt", leafUuid: 1 }],
    ["snapshot.trackedFileBackups.*.version", snapshotOf({ "a.ts": { version: "1" } })],
    ["agentId", { type: "started", key: "a", agentId: 1 }],
    ["num_turns", { type: "result", subtype: "success", uuid: "x", num_turns: "2" }],
    ["tools.0", { type: "system", subtype: "init", tools: [1] }],
  ])("%s", (path, entry) => {
    expect(paths(entry)).toEqual([path]);
    expect(checkEntry(entry).known).toBe(true);
  });

  function snapshotOf(trackedFileBackups: unknown) {
    return { type: "file-history-snapshot", messageId: "m", snapshot: { messageId: "m", trackedFileBackups } };
  }
});

test("two wrong fields are two problems", () => {
  expect(paths(assistant({ usage: { input_tokens: "1", output_tokens: "2" } })).sort()).toEqual([
    "message.usage.input_tokens",
    "message.usage.output_tokens",
  ]);
});

test("a line with very many wrong blocks gives twenty problems, the first ones", () => {
  const wrong = paths(user(new Array(100_000).fill(0)));
  expect(wrong).toHaveLength(20);
  expect(wrong[0]).toBe("message.content.0");
});

test("problems are found where zod finds the entry wrong, and name fields that zod names too", () => {
  const field = fc.constantFrom("cwd", "message", "usage", "content", "type", "id", "timestamp", "isMeta", "origin");
  fc.assert(
    fc.property(field, field, fc.jsonValue(), (outer, inner, value) => {
      const entry: Record<string, unknown> = { ...assistant({ [inner]: value }), [outer]: value };
      const zod = AssistantEntry.safeParse({ ...entry, type: "assistant" });
      const { problems } = checkEntry({ ...entry, type: "assistant" });
      expect(problems.length > 0).toBe(!zod.success);
      const tops = zod.error?.issues.map((issue) => String(issue.path[0])) ?? [];
      for (const { path } of problems) expect(tops).toContain(path.split(".")[0]);
    }),
  );
});

describe("what passes", () => {
  test.each([
    ["unknown fields at every level", { ...assistant({ later: { a: 1 } }), later: [1] }],
    ["a block of an unknown type", assistant({ content: [{ type: "hologram", beam: 1 }] })],
    ["a text in place of blocks", assistant({ content: "plain" })],
    ["usage without a split", assistant({ usage: { input_tokens: 1, cache_creation_input_tokens: 4 } })],
    ["counters that are null", assistant({ usage: { input_tokens: null, output_tokens: null, iterations: null } })],
    ["no usage at all", assistant({ usage: undefined })],
    ["no message id", assistant({ id: undefined })],
    ["new words in open lists", boundary({ trigger: "idle" })],
    ["a tool's result as a text", user([{ type: "tool_result", tool_use_id: "a" }], { toolUseResult: "Error: no" })],
    ["a tool's result as an array", user([{ type: "tool_result", tool_use_id: "a" }], { toolUseResult: [1] })],
    ["renderedInHumanTurn as a list", { ...attachment("date"), renderedInHumanTurn: [{ content: "x" }] }],
    ["renderedInHumanTurn as a flag", { ...attachment("date"), renderedInHumanTurn: false }],
    ["rendered with blocks", { ...attachment("date"), rendered: [{ content: [{ type: "text", text: "x" }] }] }],
    ["an empty delta of instructions", attachment("instructions", { files: [], changed: true, reason: "compaction" })],
    ["a worktree that was left", { type: "worktree-state", worktreeSession: null }],
    ["a reply on the stream without a time", { ...assistant(), timestamp: undefined, parentToolUseId: null }],
  ])("%s", (_, entry) => {
    expect(checkEntry(entry)).toMatchObject({ known: true, problems: [] });
  });
});

test("an unknown kind is named, not checked", () => {
  const unknown = [
    { type: "future-kind", cwd: 5 },
    attachment("some_future_attachment", { content: 5 }),
    { type: "system", subtype: "some_future_subtype", cwd: 5 },
    { type: "progress", data: { type: "some_future_progress" } },
  ];
  for (const entry of unknown) expect(checkEntry(entry)).toMatchObject({ known: false, problems: [] });
});

test("a kind that is known by name only is accepted in any shape", () => {
  for (const entry of [
    { type: "tag", tag: {} },
    { type: "marble-origami-3", x: 1 },
    { type: "workflow-step" },
    { type: "system", subtype: "memory_saved", content: 5 },
    attachment("token_usage", { used: "x" }),
  ]) {
    expect(checkEntry(entry)).toMatchObject({ known: true, problems: [] });
  }
});

test("no JSON value makes the check throw, and the check leaves the entry as it was", () => {
  const kind = fc.constantFrom(...knownKinds);
  fc.assert(
    fc.property(kind, fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (kind, fields, payload) => {
      const [type = "", name = ""] = kind.split("/");
      const entry: Record<string, unknown> = {
        ...fields,
        type,
        subtype: name,
        attachment: payload,
        data: payload,
        message: payload,
      };
      const before = JSON.stringify(entry);
      const check = checkEntry(entry);
      expect(JSON.stringify(entry)).toBe(before);
      for (const problem of check.problems)
        expect(problem).toEqual({ path: expect.any(String), message: expect.any(String) });
      expect(checkEntry(JSON.parse(before))).toEqual(check);
    }),
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => void checkEntry(value as never)));
});

test("Entry reads a known entry and keeps fields that it doesn't know", () => {
  const entry = { ...boundary({ later: 1 }), later: true };
  expect(Entry.parse(entry)).toEqual(entry);
  expect(Entry.safeParse({ type: "future-kind" }).success).toBe(false);
});
